import fc from 'fast-check'
import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toMinor } from '#domain/money/minor-units.ts'
import { collectionOf } from '#domain/money/sales/collection.ts'
import { type MoneyEntry, movementsOf } from '#domain/money/sales/movements.ts'
import { addDays, dayAt } from '#domain/time/zones.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, cash, pay, putVisit, refund, withWrongLastDay } from './money-fixture.ts'

let server: DemoServer
const desks = new Map<string, ApiUser>()
const PEOPLE = ['desk.andheri', 'reception.andheri', 'admin.sanjeevani']
const ZONE = 'Asia/Kolkata'
const MODES = ['Cash', 'GPay', 'Cheque']
const HOUR = 3_600_000
const today = () => dayAt(server.clock.now, ZONE)

beforeAll(async () => {
  server = await openDemo()
  await goOn(0)
})
afterAll(() => server.close())

/** Moves the clock; sessions expire in between, so everybody signs in again. */
async function goOn(hours: number): Promise<void> {
  server.clock.now = new Date(server.clock.now.getTime() + hours * HOUR)
  for (const name of PEOPLE) desks.set(name, await server.signIn(name))
}

const desk = (name: string) => desks.get(name) as ApiUser
const admin = () => desk('admin.sanjeevani')

/** Returns receipts and refunds of the branch in the form that figures need. */
const readBook = async (from: string): Promise<MoneyEntry[]> => {
  const parts = (['receipt', 'refund'] as const).map((kind) => {
    const takenBy = 'm.created_by as "createdBy", m.cancelled_by as "cancelledBy"'
    return `select '${kind}' as kind, m.mode, m.amount::text as amount, m.business_day::text as "businessDay",
      m.cancel_day::text as "cancelDay", ${takenBy}, (m.created at time zone '${ZONE}')::date::text as "arrivedDay",
      (v.start_dt at time zone '${ZONE}')::date::text as "visitDay"
      from ${kind} m join visit v on v.client_id = m.client_id and v.id = m.visit_id
      where m.branch_id = $1 and (m.business_day >= $2 or m.cancel_day >= $2)`
  })
  const rows = await askAdmin<MoneyEntry & { amount: string }>(server, parts.join(' union all '), [
    ANDHERI,
    from,
  ])
  return rows.map(({ amount, ...row }) => ({
    ...row,
    minor: toMinor(amount, 2),
    hidden: 0,
    isForCancelled: false,
  }))
}

/** Returns the totals of all drawers of a day by person and mode, closed or not. */
async function readDrawers(day: string): Promise<Map<string, number>> {
  const sums = new Map<string, number>()
  const read = (user_id: string) => admin().get(`${PHP}dayclose/drawer`, { branch_id: ANDHERI, day, user_id })
  const first = await admin().get(`${PHP}dayclose/drawer`, { branch_id: ANDHERI, day })
  for (const { id } of first.body.result.people as { id: string }[]) {
    const { result } = (await read(id)).body
    const closes = (result.closes as { day: string; modes: [] }[]).filter((one) => one.day === day)
    for (const { mode, net } of [...result.modes, ...closes.flatMap(({ modes }) => modes)]) {
      const key = `${id} ${mode}`
      sums.set(key, (sums.get(key) ?? 0) + toMinor(net, 2))
    }
  }
  return new Map([...sums].filter(([, net]) => net !== 0))
}

type Act = {
  kind: 'pay' | 'refund' | 'cancel' | 'close' | 'late' | 'sleep'
  who: string
  mode: string
  pick: number
}
const act = fc.record({
  kind: fc.constantFrom<Act['kind'][]>('pay', 'pay', 'refund', 'cancel', 'cancel', 'close', 'late', 'sleep'),
  who: fc.constantFrom(...PEOPLE),
  mode: fc.constantFrom(...MODES),
  pick: fc.nat(999),
})

/** What was recorded so far and can be cancelled or refunded. */
interface Book {
  visits: string[]
  money: { kind: 'Receipt' | 'Refund'; id: string; visit: string }[]
}

async function doAct({ visits, money }: Book, { kind, who, mode, pick }: Act): Promise<void> {
  server.clock.now = new Date(server.clock.now.getTime() + 60_000)
  const amount = (pick % 50) + 1
  const visit = visits[pick % visits.length] ?? ''
  if (kind === 'sleep') await goOn(20)
  if (kind === 'pay') {
    const { body } = await pay(desk(who), visit, { mode, amount })
    for (const { id } of body.result.receipts) money.push({ kind: 'Receipt', id, visit })
  }
  if (kind === 'refund') {
    const { body } = await refund(desk(who), visit, { mode, amount })
    for (const { id } of body.result?.refunds ?? []) money.push({ kind: 'Refund', id, visit })
  }
  const row = money[pick % Math.max(1, money.length)]
  if (kind === 'cancel' && row)
    await desk(who).post(`${PHP}appt/cancel${row.kind}`, { id: row.id, appt_id: row.visit, reason: 'Wrong.' })
  if (kind === 'late') await payLate(who, visit, { mode, amount })
  if (kind === 'close') await close(who, addDays(today(), -(pick % 2)))
}

async function payLate(who: string, appt_id: string, row: { mode: string; amount: number }) {
  const taken_on = new Date(server.clock.now.getTime() - 30 * HOUR).toISOString()
  const input = { appt_id, taken_on, receipts: [{ id: mintId(), ...row }] }
  const command = {
    id: mintId(),
    call: 'appt/createReceipts',
    version: 1,
    at: taken_on,
    made_offline: true,
    input,
  }
  const { body } = await desk(who).post('sync/commands', { device_id: mintId(), commands: [command] })
  expect(body.answers[0].status).toBe(200)
}

async function close(who: string, day: string) {
  const { result } = (await desk(who).get(`${PHP}dayclose/drawer`, { branch_id: ANDHERI, day })).body
  const cashNow = result.recorded_cash
  const input = {
    id: mintId(),
    branch_id: ANDHERI,
    day,
    recorded_cash: cashNow,
    counted_cash: Math.max(0, cashNow),
  }
  const done = await desk(who).post(`${PHP}dayclose/close`, { ...input, note: 'Counted.' })
  expect(done.status).toBe(200)
}

test('after any payments, refunds, cancellations, closes and late deliveries the drawers of a day equal its collection', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 12, maxLength: 25 }), async (acts) => {
      // Each book begins on another day, so that none contains another's money.
      await goOn(4 * 24)
      const from = addDays(today(), -3)
      const book: Book = { visits: [], money: [] }
      for (let at = 0; at < 3; at++) book.visits.push(await putVisit(server, { net: 1_000_000 }))
      for (const one of acts) await doAct(book, one)
      expect(await withWrongLastDay(server, book.visits)).toEqual([])
      const entries = await readBook(from)
      for (let day = from; day <= today(); day = addDays(day, 1)) {
        const { people } = collectionOf(movementsOf(entries, { from: day, to: day }), { includeFuture: true })
        const found = people
          .filter(({ net }) => net !== 0)
          .map((one) => [`${one.person} ${one.mode}`, one.net] as const)
        expect(await readDrawers(day)).toEqual(new Map(found))
        const { body } = await admin().get(`${PHP}reconcile/day`, { branch_id: ANDHERI, day })
        expect(body.result.unexplained).toEqual({ drawers: 0, collection: 0, bi: 0 })
      }
    }),
    { numRuns: 5 },
  )
}, 120_000)

test('cash returned by another person belongs to that person’s drawer of that day', async () => {
  await goOn(4 * 24)
  const day = today()
  const visit = await putVisit(server)
  const paid = await pay(desk('desk.andheri'), visit, cash(60))
  const cancel = { id: paid.body.result.receipts[0].id, appt_id: visit, reason: 'Wrong patient.' }
  expect((await admin().post(`${PHP}appt/cancelReceipt`, cancel)).status).toBe(200)
  const drawer = async (who: string) =>
    (await desk(who).get(`${PHP}dayclose/drawer`, { branch_id: ANDHERI, day })).body.result
  expect((await drawer('desk.andheri')).recorded_cash).toBe(60)
  expect(await drawer('admin.sanjeevani')).toMatchObject({
    recorded_cash: -60,
    modes: [{ mode: 'Cash', received: 0, receipts: 0, taken_back: 60 }],
  })
})

test('money taken and cancelled by a person on the same day before a close is not in the drawer', async () => {
  await goOn(4 * 24)
  const visit = await putVisit(server)
  const paid = await pay(desk('desk.andheri'), visit, cash(60))
  const cancel = { id: paid.body.result.receipts[0].id, appt_id: visit, reason: 'Wrong patient.' }
  expect((await desk('desk.andheri').post(`${PHP}appt/cancelReceipt`, cancel)).status).toBe(200)
  const asked = await desk('desk.andheri').get(`${PHP}dayclose/drawer`, { branch_id: ANDHERI, day: today() })
  expect(asked.body.result).toMatchObject({ recorded_cash: 0, modes: [] })
  expect(asked.body.result.open_days).not.toContain(today())
})
