import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, startOfDay } from '#domain/time/zones.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import {
  ANDHERI,
  type BookMoney,
  type BookVisit,
  CLIENT,
  departmentsOf,
  KOTHRUD,
  KUWAIT,
  MANAGER,
  putVisits,
  RECEPTION,
  SALMIYA,
} from './books.ts'

/* For random books and any filter, the same figure has the same value in list, file, summary, BI and drawer,
   to the last minor unit (docs/decisions/192). */

const FIRST = '2018-04-01'
const DAYS = 6
const RUNS = 6
const ZONES = { [ANDHERI]: 'Asia/Kolkata', [KOTHRUD]: 'America/New_York', [SALMIYA]: 'Asia/Kuwait' }
const MODES = ['Cash', 'GPay', 'Insurance']
/** A hospital or doctor settles with these modes; Commission is set off without money. */
const SETTLED_IN = ['Cash', 'Transfer', 'Commission']

let server: DemoServer
let departments: readonly string[]
const desks: Record<string, ApiUser> = {}
beforeAll(async () => {
  server = await openDemo()
  departments = [...(await departmentsOf(server)).values()].slice(0, 3)
  // One client with two time zones.
  await askAdmin(server, 'update branch set time_zone = $2 where id = $1', [KOTHRUD, ZONES[KOTHRUD]])
  desks[CLIENT] = await server.signIn('admin.sanjeevani')
  desks[KUWAIT] = await server.signIn('admin.alnoor')
})
afterAll(() => server.close())

const day = fc.integer({ min: -1, max: DAYS + 1 }).map((n) => addDays(FIRST, n))
const minor = fc.integer({ min: 0, max: 900_000 })
const line = fc
  .record({
    charges: minor,
    percent: fc.integer({ min: 0, max: 100 }),
    department: fc.nat(3),
    cancelled: fc.boolean(),
    lab: fc.boolean(),
    scanned: fc.boolean(),
  })
  .map(({ percent, department, ...one }) => ({
    ...one,
    discount: Math.floor((one.charges * percent) / 100),
    department: department,
  }))
const money = fc.record({
  kind: fc.constantFrom('receipt' as const, 'receipt' as const, 'refund' as const),
  minor: fc.integer({ min: 1, max: 900_000 }),
  mode: fc.nat(2),
  day,
  late: fc.nat(3),
  cancelAfter: fc.option(fc.nat(4)),
  by: fc.constantFrom(RECEPTION, MANAGER),
  isSettlement: fc.boolean(),
})
const visit = fc.record({
  branch: fc.constantFrom(ANDHERI, KOTHRUD),
  day,
  hour: fc.nat(23),
  status: fc.constantFrom(1, 4, 4, 7, 10, 12),
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  money: fc.array(money, { maxLength: 4 }),
  scheme: fc.constantFrom('' as const, 'Doctor' as const, 'Hospital' as const),
  createdBy: fc.constantFrom(RECEPTION, MANAGER),
  patient: fc.nat(4),
  hidden: fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined }),
})
type Draft = typeof visit extends fc.Arbitrary<infer T> ? T : never

const range = fc
  .tuple(fc.nat(2), fc.nat(2))
  .map(([a, b]) => ({ from_date: addDays(FIRST, a), to_date: addDays(FIRST, DAYS - b) }))
const future = fc.constantFrom('Y', 'N')
/** Only one filter at a time, so that it finds something. */
const filter = fc.oneof(
  fc.record({ includeFutureReceipt: future }),
  fc.record({ created_by: fc.constantFrom(RECEPTION, MANAGER), includeFutureReceipt: future }),
  fc.record({
    payment_status: fc.constantFrom('Pending', 'Partial_Paid', 'Paid'),
    includeFutureReceipt: future,
  }),
  fc.record({
    ref_scheme: fc.constantFrom('Of Hospital', 'Of Doctor', 'No Scheme'),
    includeFutureReceipt: future,
  }),
)
/** The counts of all runs, because empty books would prove nothing. */
const found = { invoices: 0, movements: 0, setOff: 0 }

function modeOf({ kind, mode, isSettlement }: Draft['money'][number]) {
  if (kind === 'refund') return { mode: 'Cash' }
  return { mode: (isSettlement ? SETTLED_IN : MODES)[mode] ?? 'Cash', isSettlement }
}

function toBook(draft: Draft, client: string): BookVisit {
  const branch = client === KUWAIT ? SALMIYA : draft.branch
  const midnight = startOfDay(draft.day, ZONES[branch] ?? 'UTC').getTime()
  const { day: _day, hour, ...book } = draft
  return {
    ...book,
    client,
    branch,
    decimals: client === KUWAIT ? 3 : 2,
    start: new Date(midnight + hour * 3_600_000),
    isStarted: draft.status >= 4 && draft.status < 12,
    lines: draft.lines.map((one) => ({ ...one, department: departments[one.department] ?? null })),
    money: draft.money.map(
      (one): BookMoney => ({
        kind: one.kind,
        minor: one.minor,
        ...modeOf(one),
        day: one.day,
        by: one.by,
        arrived: addDays(one.day, one.kind === 'refund' ? 0 : one.late),
        ...(one.cancelAfter === null
          ? {}
          : { cancelDay: addDays(one.day, (one.kind === 'refund' ? 0 : one.late) + one.cancelAfter) }),
      }),
    ),
  }
}

const clear = (client: string) =>
  askAdmin(
    server,
    `with old as (select id from visit where client_id = $1 and start_dt < '2018-12-31'),
      a as (delete from receipt where client_id = $1 and visit_id in (select id from old)),
      b as (delete from refund where client_id = $1 and visit_id in (select id from old)),
      c as (delete from hidden_discount where client_id = $1 and visit_id in (select id from old)),
      d as (delete from visit_service where client_id = $1 and visit_id in (select id from old))
     select 1`,
    [client],
  ).then(() =>
    askAdmin(server, `delete from visit where client_id = $1 and start_dt < '2018-12-31'`, [client]),
  )

type Query = Record<string, string>
type Amounts = Record<'charges' | 'discount' | 'net_charges' | 'paid' | 'balance', number>

/** Adds rows in minor units, so that binary rounding adds no error. */
function add(rows: readonly Amounts[], decimals: number) {
  const sum = (name: keyof Amounts) => {
    const scale = 10 ** decimals
    return rows.reduce((all, row) => all + Math.round(row[name] * scale), 0) / scale
  }
  return {
    charges: sum('charges'),
    discount: sum('discount'),
    net_charges: sum('net_charges'),
    paid: sum('paid'),
    balance: sum('balance'),
  }
}
const amountsOf = ({ charges, discount, net_charges, paid, balance }: Amounts): Amounts => ({
  charges,
  discount,
  net_charges,
  paid,
  balance,
})

async function get(desk: ApiUser, call: string, query: Query) {
  const answer = await desk.get(`${PHP}${call}`, query)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

/** Returns the rows of all pages of a list. */
async function allOf(desk: ApiUser, call: string, query: Query) {
  const rows = []
  for (let p = 1; ; p++) {
    const { result } = await get(desk, call, { ...query, p: String(p), ps: '10' })
    rows.push(...result.data)
    if (result.data.length < 10) return rows
  }
}

async function demandOneNumber(client: string, query: Query & { from_date: string; to_date: string }) {
  const desk = desks[client] as ApiUser
  const decimals = client === KUWAIT ? 3 : 2
  const { from_date, to_date, branch_id, ...asked } = query
  const where = { from_date, to_date, ...(branch_id ? { branch_id } : {}) }

  const invoices = await get(desk, 'report/salesInvoices', query)
  const { visits, ...rest } = invoices.result.totals
  const rows = await allOf(desk, 'report/salesInvoices', query)
  const file = await get(desk, 'report/salesInvoices/ALL', query)
  found.invoices += visits
  expect(rows).toHaveLength(visits)
  expect(file.result.data.map(({ id }: { id: string }) => id)).toEqual(rows.map(({ id }) => id))
  expect(add(rows, decimals), 'the rows make the totals').toEqual(amountsOf(rest))

  const parts = (await get(desk, 'report/salesDepartmentSummary', query)).result
  expect(parts.total, 'the summary’s total is the list’s').toEqual(invoices.result.totals)
  expect(add(parts.departments, decimals), 'the departments make the total').toEqual(amountsOf(rest))

  const services = await get(desk, 'report/salesServices', query)
  expect(amountsOf(services.result.totals), 'the services make the invoices').toEqual(amountsOf(rest))
  expect(add(await allOf(desk, 'report/salesServices', query), decimals)).toEqual(amountsOf(rest))
  const combined = await allOf(desk, 'report/salesServices', { ...query, combine_lab: 'Y' })
  expect(add(combined, decimals), 'combined tests make the same').toEqual(amountsOf(rest))

  for (const row of rows) {
    const scale = 10 ** decimals
    const received = row.modes_received.reduce(
      (all: number, { amount }: { amount: number }) => all + Math.round(amount * scale),
      0,
    )
    expect(Math.round(row.paid * scale), 'modes less refunds are what was paid').toBe(
      received - Math.round(row.refund * scale),
    )
  }

  const includeFutureReceipt = asked['includeFutureReceipt'] ?? 'N'
  const summary = (await get(desk, 'report/salesCollectionSummary', { ...where, includeFutureReceipt }))
    .result
  const plain = (await get(desk, 'report/salesInvoices', { ...where, includeFutureReceipt })).result.totals
  expect(summary.invoice).toMatchObject(plain)
  const bi = (await get(desk, 'bi/paymentReceivedSummary', { ...where, includeFutureReceipt })).result
  expect(bi.total, 'BI is the collection').toBe(summary.net_received)
  const scale = 10 ** decimals
  const made = (numbers: readonly number[]) =>
    numbers.reduce((all, n) => all + Math.round(n * scale), 0) / scale
  expect(made(summary.user_wise_received.map(({ net }: { net: number }) => net))).toBe(summary.net_received)
  expect(made(summary.total_received_mode_wise.map(({ net }: { net: number }) => net))).toBe(
    summary.net_received,
  )
  expect(made(summary.rcvd_between_dates.map(({ value }: { value: number }) => value))).toBe(
    summary.net_received,
  )
  expect(made([summary.net_received_prev, summary.net_received_ex_prev])).toBe(summary.net_received)

  found.movements += summary.total_received_mode_wise.reduce(
    (all: number, { count }: { count: number }) => all + count,
    0,
  )

  found.setOff += summary.total_received_mode_wise
    .filter(({ mode }: { mode: string }) => mode === 'Commission')
    .reduce((all: number, { count }: { count: number }) => all + count, 0)

  // Each line of the summary equals a list of receipts with its filter.
  const receipts = (more: Query) =>
    get(desk, 'report/salesReceipts', { ...where, kind: 'All', includeFutureReceipt, ...more })
  expect((await receipts({})).result.totals.net).toBe(summary.net_received)
  const movements = await allOf(desk, 'report/salesReceipts', { ...where, kind: 'All', includeFutureReceipt })
  expect(made(movements.map(({ kind, amount }) => (kind === 'Refund' ? 0 - amount : amount)))).toBe(
    summary.net_received,
  )
  expect((await receipts({ prev_pending_flag: 'OnlyPrevious' })).result.totals.net).toBe(
    summary.net_received_prev,
  )
  expect((await receipts({ for_cancelled: 'Y' })).result.totals.net).toBe(summary.invoice.paid_for_cancelled)
  expect((await receipts({ note: 'Cancelled_Since' })).result.totals.net).toBe(summary.cancelled_since.amount)
  expect((await receipts({ note: 'Arrived_After_Close' })).result.totals.net).toBe(
    summary.arrived_after_close.amount,
  )
  expect((await receipts({ visit_place: 'After', includeFutureReceipt: 'Y' })).result.totals.net).toBe(
    summary.net_received_future,
  )
  for (const { mode, amount, refund, net } of summary.total_received_mode_wise)
    expect((await receipts({ mode })).result.totals).toMatchObject({
      received: amount,
      refunded: refund,
      net,
    })
  for (const { created_by, mode, net, hidden_discount } of summary.user_wise_received)
    expect((await receipts({ created_by, mode })).result.totals).toMatchObject({ net, hidden_discount })
  for (const { value, filterDate } of summary.rcvd_between_dates)
    expect((await receipts(filterDate)).result.totals.net).toBe(value)
}

/** Compares all drawers of a branch and day with the rows. */
async function demandDrawers(client: string, branch: string, onDay: string) {
  const desk = desks[client] as ApiUser
  const { result } = await get(desk, 'report/salesReceipts', {
    from_date: onDay,
    to_date: onDay,
    branch_id: branch,
    kind: 'All',
  })
  const people = await askAdmin<{ id: string }>(
    server,
    `select distinct unnest(array[created_by, cancelled_by]) as id from receipt where client_id = $1 and branch_id = $2
     union select distinct unnest(array[created_by, cancelled_by]) from refund where client_id = $1 and branch_id = $2`,
    [client, branch],
  )
  const scale = client === KUWAIT ? 1000 : 100
  let net = 0
  for (const { id } of people.filter((one) => one.id !== null)) {
    const drawer = await desk.get(`${PHP}dayclose/drawer`, { branch_id: branch, day: onDay, user_id: id })
    expect(drawer.status, JSON.stringify(drawer.body)).toBe(200)
    const { modes, recorded_cash } = drawer.body.result
    for (const mode of modes) net += Math.round(mode.net * scale)
    const cash = modes.find(({ mode }: { mode: string }) => mode === 'Cash')
    expect(recorded_cash, 'only cash lies in a drawer').toBe(cash?.net ?? 0)
  }
  expect(result.totals.net).toBe(net / scale)
  const { unexplained } = (await get(desk, 'reconcile/day', { branch_id: branch, day: onDay })).result
  expect(unexplained).toEqual({ drawers: 0, collection: 0, bi: 0 })
}

const books = fc.record({
  drafts: fc.array(visit, { minLength: 48, maxLength: 56, size: 'max' }),
  dates: range,
  filters: fc.array(filter, { minLength: 2, maxLength: 2, size: 'max' }),
  isOneBranch: fc.boolean(),
})

test.each([
  ['rupees', CLIENT],
  ['dinars', KUWAIT],
])('the number is the same everywhere, in %s', { timeout: 300_000 }, async (_name, client) => {
  const branch = client === KUWAIT ? SALMIYA : ANDHERI
  Object.assign(found, { invoices: 0, movements: 0, setOff: 0 })
  await fc.assert(
    fc.asyncProperty(books, async ({ drafts, dates, filters, isOneBranch }) => {
      await clear(client)
      await putVisits(
        server,
        drafts.map((draft) => toBook(draft, client)),
      )
      const where = { ...dates, ...(isOneBranch ? { branch_id: branch } : {}) }
      for (const asked of filters) await demandOneNumber(client, { ...where, ...asked })
      await demandDrawers(client, branch, dates.from_date)
    }),
    // Biased draws repeat small values: books would share one day and patient, and filters would find little.
    { numRuns: RUNS, endOnFailure: true, unbiased: true },
  )
  expect(found.invoices, 'the filters find invoices').toBeGreaterThan(RUNS * 4)
  expect(found.setOff, 'commissions are set off').toBeGreaterThan(RUNS)
  expect(found.movements, 'the ranges hold money').toBeGreaterThan(RUNS * 8)
})
