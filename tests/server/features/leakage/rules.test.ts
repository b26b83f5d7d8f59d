import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LeakLine } from '#domain/leakage/lines.ts'
import {
  belowListOf,
  DOUBLE_DAYS,
  isCancelledScan,
  isNoShow,
  isRefundAfterReport,
  isSamePerson,
  isScannedFree,
  overHeadOf,
  stakeOfFree,
  unpaidAfterReport,
} from '#domain/leakage/rules.ts'
import { addDays, dayAt, startOfDay } from '#domain/time/zones.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { type BookLine, CLIENT } from '../sales/books.ts'
import { type LeakBook, putLeakBooks, putPatient, putVisitOf } from './leak-books.ts'

/* The SQL finds exactly what the rules of domain/leakage find, to the last minor unit, for random books. */

const ZONE = 'Asia/Kolkata'
const FIRST = '2017-04-01'
const DAYS = 5
const RUNS = 5

let server: DemoServer
let admin: ApiUser
let head: string
beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  const [row] = await askAdmin<{ id: string }>(
    server,
    'update discount_head set percent = 12.5 where id = (select id from discount_head where client_id = $1 limit 1) returning id',
    [CLIENT],
  )
  head = row?.id ?? ''
})
afterAll(() => server.close())

const minor = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 900_000 }))
const line = fc.record({
  charges: minor,
  percent: fc.constantFrom(0, 10, 13, 50, 100),
  state: fc.constantFrom('open' as const, 'scanned' as const, 'cancelled' as const),
  list: fc.option(fc.integer({ min: 0, max: 900_000 })),
  hasBegun: fc.boolean(),
})
const visit = fc.record({
  day: fc.nat(DAYS - 1),
  hour: fc.nat(23),
  status: fc.constantFrom(1, 2, 3, 4, 7, 12),
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  paid: fc.constantFrom(0, 0.3, 1),
  refund: fc.option(fc.constantFrom('before' as const, 'after' as const)),
  isSettled: fc.boolean(),
  share: fc.constantFrom(100, 40, 66.67),
  head: fc.constantFrom('none' as const, 'master' as const, 'kept' as const),
  report: fc.constantFrom('none' as const, 'Draft' as const, 'Signed' as const, 'Verified' as const),
})
type Draft = typeof visit extends fc.Arbitrary<infer T> ? T : never

const startOf = ({ day, hour }: Draft) =>
  new Date(startOfDay(addDays(FIRST, day), ZONE).getTime() + hour * 3_600_000)
const discountOf = ({ charges, percent }: Draft['lines'][number]) => Math.round((charges * percent) / 100)
const liveOf = (draft: Draft) =>
  draft.status === 12 ? [] : draft.lines.filter(({ state }) => state !== 'cancelled')
const netOf = (draft: Draft) => liveOf(draft).reduce((sum, one) => sum + one.charges - discountOf(one), 0)
const receivedOf = (draft: Draft) => Math.floor(netOf(draft) * draft.paid)
const REFUND = 1

function toBook(draft: Draft): LeakBook {
  const start = startOf(draft)
  const received = receivedOf(draft)
  const day = dayAt(start, ZONE)
  return {
    start,
    status: draft.status,
    isStarted: draft.status >= 4 && draft.status < 12,
    lines: draft.lines.map(
      (one): BookLine => ({
        charges: one.charges,
        discount: discountOf(one),
        scanned: one.state === 'scanned',
        cancelled: one.state === 'cancelled',
      }),
    ),
    leaks: draft.lines.map(({ list, hasBegun }) => ({
      list: list === null ? null : list / 100,
      scanStart: hasBegun ? start : undefined,
    })),
    money: [
      ...(received > 0 ? [{ minor: received, day, isSettlement: draft.isSettled }] : []),
      ...(draft.refund && received > 0 ? [{ kind: 'refund' as const, minor: REFUND, day }] : []),
    ],
    share: draft.share,
    headId: draft.head === 'none' ? undefined : head,
    headPercent: draft.head === 'kept' ? 20 : null,
    report:
      draft.report === 'none'
        ? undefined
        : { status: draft.report, signedOn: draft.report === 'Draft' ? null : signedOf(draft) },
  }
}

// The money of a book moves at 09:00 UTC of its day.
const refundedOf = (draft: Draft) => new Date(`${dayAt(startOf(draft), ZONE)}T09:00:00Z`)
const signedOf = (draft: Draft) =>
  new Date(refundedOf(draft).getTime() + (draft.refund === 'after' ? -60_000 : 60_000))

/** Returns the amounts, in minor units, that the rules find in a book: null if a price is not known. */
function leaksOf(draft: Draft): Partial<Record<LeakLine, (number | null)[]>> {
  const isLive = liveOf(draft).length > 0
  const received = receivedOf(draft)
  const hasRefund = draft.refund !== null && received > 0
  const paid = received - (hasRefund ? REFUND : 0)
  const settled = draft.isSettled ? received : 0
  const net = netOf(draft)
  const hasStarted = draft.status >= 4 && draft.status < 12
  // By docs/decisions/192: cancelled neither itself nor through all of its services.
  const isCancelled = draft.status === 12 || !isLive
  const isInvoice = !isCancelled && (hasStarted || received > 0)
  const isReported = draft.report === 'Signed' || draft.report === 'Verified'
  const services = draft.lines.map((one) => ({
    status: draft.status === 12 || one.state === 'cancelled' ? 12 : one.state === 'scanned' ? 7 : 5,
    isExam: true,
    charges: one.charges,
    net: one.charges - discountOf(one),
    list: one.list,
    scanStart: one.hasBegun ? startOf(draft) : undefined,
  }))
  const charges = liveOf(draft).reduce((sum, one) => sum + one.charges, 0)
  const percent = { none: undefined, master: 12.5, kept: 20 }[draft.head]
  const some = (minorUnits: number) => (minorUnits > 0 ? [minorUnits] : [])
  const today = dayAt(NOW, ZONE)
  return {
    scanned_free: isInvoice ? services.filter(isScannedFree).map(stakeOfFree) : [],
    released_unpaid: isInvoice
      ? some(unpaidAfterReport(isReported, { net, paid, settled, share: draft.share }))
      : [],
    below_list: isInvoice ? services.flatMap((one) => some(belowListOf(one))) : [],
    over_head: isInvoice ? some(overHeadOf(charges, charges - net, percent)) : [],
    cancelled_scan: services.filter(isCancelledScan).map((one) => one.net),
    refunded_report:
      hasRefund && isReported && isRefundAfterReport(refundedOf(draft), signedOf(draft)) ? [REFUND] : [],
    no_show:
      !isCancelled && isNoShow({ status: draft.status, hasStarted, day: dayAt(startOf(draft), ZONE) }, today)
        ? [net]
        : [],
  }
}

const RANGE = { from_date: FIRST, to_date: addDays(FIRST, DAYS - 1) }
const LINES = [
  'scanned_free',
  'released_unpaid',
  'below_list',
  'over_head',
  'cancelled_scan',
  'refunded_report',
  'no_show',
] as const
const sorted = (amounts: readonly (number | null)[]) =>
  amounts.map((one) => one ?? -1).toSorted((a, b) => a - b)

async function entriesOf(line: LeakLine) {
  const query = { ...RANGE, line, state: 'All', ps: '1000' }
  const { body } = await admin.get(`${PHP}report/leakageEntries/ALL`, query)
  return body.result.data as { amount: number | null; appt_id: string }[]
}

test('for any books each line finds the entries of its rule', async () => {
  const found = new Map<LeakLine, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(visit, { minLength: 12, maxLength: 30 }), async (drafts) => {
      await askAdmin(server, `delete from study where received_datetime < '2018-01-01'`)
      for (const table of ['visit_service', 'receipt', 'refund'])
        await askAdmin(
          server,
          `delete from ${table} where visit_id in (select id from visit where start_dt < '2018-01-01')`,
        )
      await askAdmin(server, `delete from visit where start_dt < '2018-01-01'`)
      await putLeakBooks(server, drafts.map(toBook))
      const board = (await admin.get(`${PHP}report/leakage`, RANGE)).body.result as {
        line: LeakLine
        open: number
        amount: number
      }[]
      for (const line of LINES) {
        const expected = drafts.flatMap((draft) => leaksOf(draft)[line] ?? [])
        const entries = await entriesOf(line)
        const amounts = entries.map(({ amount }) => (amount === null ? null : Math.round(amount * 100)))
        expect(sorted(amounts), line).toEqual(sorted(expected))
        // The board, the list and the file show the same number.
        const count = board.find((one) => one.line === line)
        const sum = expected.reduce<number>((all, one) => all + (one ?? 0), 0)
        expect([count?.open, Math.round((count?.amount ?? 0) * 100)], line).toEqual([expected.length, sum])
        const list = (
          await admin.get(`${PHP}report/leakageEntries`, { ...RANGE, line, state: 'Open', ps: '10' })
        ).body.result
        expect([list.totals.entries, Math.round(list.totals.amount * 100)], line).toEqual([
          expected.length,
          sum,
        ])
        found.set(line, (found.get(line) ?? 0) + expected.length)
      }
    }),
    { numRuns: RUNS, seed: 7, endOnFailure: true },
  )
  // Empty books would prove nothing.
  for (const line of LINES) expect(found.get(line), line).toBeGreaterThan(2)
}, 120_000)

const person = fc.record({
  name: fc.constantFrom('Zoya Test', 'zoya  test', 'Zara Test'),
  dob: fc.constantFrom('1984-03-02', '1990-01-01', null),
  mobile: fc.constantFrom('', '7770001', '7770002'),
  visitOn: fc.constantFrom(0, 2, DOUBLE_DAYS, DOUBLE_DAYS + 2, 90),
})

test('a second registration is found by name with date of birth or phone, close in time', async () => {
  const from = '2016-02-01'
  let found = 0
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 4, maxLength: 8 }), async (people) => {
      const start = (visitOn: number) => new Date(`${addDays(from, visitOn)}T06:00:00Z`)
      await askAdmin(
        server,
        `delete from visit_service where visit_id in (select id from visit where start_dt < '2017-01-01')`,
      )
      await askAdmin(server, `delete from visit where start_dt < '2017-01-01'`)
      await askAdmin(server, `delete from patient where lname like '%est' and created < '2017-01-01'`)
      const ids: string[] = []
      for (const [index, { visitOn, ...one }] of people.entries()) {
        const created = new Date(`2015-01-01T00:00:${String(index).padStart(2, '0')}Z`)
        ids.push(await putPatient(server, { ...one, created }))
        await putVisitOf(server, ids[index] ?? '', start(visitOn))
      }
      const expected = ids.filter((_, index) =>
        people.slice(0, index).some((earlier) => {
          const one = people[index] as (typeof people)[number]
          return isSamePerson(one, earlier) && Math.abs(one.visitOn - earlier.visitOn) <= DOUBLE_DAYS
        }),
      )
      const { body } = await admin.get(`${PHP}report/leakageEntries/ALL`, {
        from_date: from,
        to_date: addDays(from, 100),
        line: 'double_patient',
        state: 'All',
      })
      const subjects = body.result.data.map(({ subject_id }: { subject_id: string }) => subject_id)
      expect(subjects.toSorted()).toEqual(expected.toSorted())
      found += expected.length
    }),
    { numRuns: 6, seed: 11, endOnFailure: true },
  )
  expect(found).toBeGreaterThan(3)
}, 60_000)
