import fc from 'fast-check'
import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BranchMonth, MonthLock } from '#contract/calls/month-lock.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, CLIENT, cash, KOTHRUD, pay, putVisit, refund, SALMIYA } from '../payments/money-fixture.ts'
import { booked, bookingOf, freeTime, machineOf, openBookingFixture } from '../visit-desk/booking-fixture.ts'

let server: DemoServer
let admin: ApiUser
let desk: ApiUser
const HOUR = 3_600_000

beforeAll(async () => {
  server = await openDemo()
  // Moves the demo's money out of earlier months, so that each test sees only its own.
  await askAdmin(server, `update receipt set business_day = '2026-11-01' where branch_id = $1`, [ANDHERI])
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.now = new Date(NOW.getTime() + HOUR)
  await askAdmin(server, 'delete from month_lock')
  await askAdmin(
    server,
    `update receipt set business_day = '2026-11-01', belongs_day = null where business_day < '2026-11-01'`,
  )
  admin = await server.signIn('admin.sanjeevani')
  desk = await server.signIn('desk.andheri')
})

const lock = (who: ApiUser, month: string, more: object = {}) =>
  who.post(`${PHP}monthlock/lock`, { id: mintId(), branch_id: ANDHERI, month, ...more })
const unlock = (who: ApiUser, id: string, reason: string) =>
  who.post(`${PHP}monthlock/unlock`, { id, reason })
const months = async (who = admin, branch_id = ANDHERI): Promise<BranchMonth[]> =>
  (await who.get(`${PHP}monthlock/list`, { branch_id })).body.result.months
const check = async (month: string) =>
  (await admin.get(`${PHP}monthlock/check`, { branch_id: ANDHERI, month })).body.result

/** Sends a payment that was taken offline at `taken_on`, as the outbox does now. */
async function payLate(taken_on: string, amount = 40, appt_id?: string) {
  const visit = appt_id ?? (await putVisit(server, { net: 1_000_000 }))
  const input = { appt_id: visit, taken_on, receipts: [{ id: mintId(), ...cash(amount) }] }
  const command = {
    id: mintId(),
    call: 'appt/createReceipts',
    version: 1,
    at: taken_on,
    made_offline: true,
    input,
  }
  const { body } = await desk.post('sync/commands', { device_id: mintId(), commands: [command] })
  expect(body.answers[0].status).toBe(200)
  return { visit, receipt: body.answers[0].body.result.receipts[0] }
}

/** Moves the visit into a night of October. */
async function moveToOctober(visit: string): Promise<void> {
  const [from, to] = ['2026-10-17T20:00:00Z', '2026-10-17T20:20:00Z']
  await askAdmin(server, 'update visit set start_dt = $2, started_on = $2 where id = $1', [visit, from])
  for (const table of ['visit_machine', 'visit_service'])
    await askAdmin(server, `update ${table} set start_dt = $2, end_dt = $3 where visit_id = $1`, [
      visit,
      from,
      to,
    ])
}

test('a month is locked with its totals and a checksum, once it is over', async () => {
  await payLate('2026-10-30T10:00:00Z', 40)
  const running = await lock(admin, '2026-11')
  expect([running.status, running.body.message]).toEqual([422, 'Nov 2026 is not over at this branch.'])
  const [now, october] = await months()
  expect([now?.refusal, october?.refusal]).toEqual(['Nov 2026 is not over at this branch.', ''])
  const id = mintId()
  const done = await lock(admin, '2026-10', { id })
  expect(done.body.result.lock).toMatchObject({
    month: '2026-10',
    version: 1,
    rows: 1,
    totals: { received: 40, refunded: 0, net: 40, modes: [{ mode: 'Cash', received: 40, net: 40 }] },
    unlocked_on: null,
  })
  expect(done.body.result.lock.sha256).toMatch(/^[0-9a-f]{64}$/)
  // The request is repeated after a lost response.
  expect((await lock(admin, '2026-10', { id })).body.result.lock.version).toBe(1)
  expect((await lock(admin, '2026-09', { id })).body.code).toBe('id_reused')
  expect((await lock(admin, '2026-10')).body.message).toBe('Oct 2026 is already locked.')
  const audited = (await readAudit(server, CLIENT, 'month_lock')).filter((one) => one.record_id === id)
  expect(audited).toMatchObject([{ action: 'lock_month', detail: { month: '2026-10', version: 1, rows: 1 } }])
})

test('an earlier month with money must be locked first, and the refusal names it', async () => {
  await payLate('2026-08-03T10:00:00Z')
  await payLate('2026-10-03T10:00:00Z')
  expect((await lock(admin, '2026-10')).body.message).toBe('Lock Aug 2026 first.')
  expect((await months()).find(({ month }) => month === '2026-10')?.refusal).toBe('Lock Aug 2026 first.')
  expect((await lock(admin, '2026-08')).status).toBe(200)
  // September holds no money.
  expect((await lock(admin, '2026-10')).status).toBe(200)
})

test('the month ends in the branch’s time zone', async () => {
  server.clock.now = new Date('2026-11-30T18:29:00Z')
  admin = await server.signIn('admin.sanjeevani')
  expect((await lock(admin, '2026-11')).body.message).toBe('Nov 2026 is not over at this branch.')
  server.clock.now = new Date('2026-11-30T18:30:00Z')
  expect((await lock(admin, '2026-11')).status).toBe(200)
})

test('late money of a locked month is booked on the first day of the open one and shows its own month', async () => {
  const { visit } = await payLate('2026-10-29T10:00:00Z')
  const locked = (await lock(admin, '2026-10')).body.result.lock as MonthLock
  const { receipt } = await payLate('2026-10-30T10:00:00Z', 60, visit)
  expect(receipt).toMatchObject({ business_day: '2026-11-01', belongs_day: '2026-10-30', cancel_day: null })
  expect(receipt.taken_on).toBe('2026-10-30T10:00:00.000Z')
  // It is in the drawer of the day on which it counts.
  const drawer = await desk.get(`${PHP}dayclose/drawer`, { branch_id: ANDHERI, day: '2026-11-01' })
  expect(drawer.body.result.modes).toMatchObject([{ mode: 'Cash' }])
  expect(await check('2026-10')).toMatchObject({ is_same: 1, lock: { id: locked.id }, now: { rows: 1 } })
})

test('a refund and a cancellation of a locked month’s receipt count today', async () => {
  const { visit, receipt } = await payLate('2026-10-29T10:00:00Z', 90)
  await lock(admin, '2026-10')
  const back = await refund(desk, visit, cash(30))
  expect(back.body.result.refunds[0]).toMatchObject({ business_day: '2026-11-21', belongs_day: null })
  await desk.post(`${PHP}appt/cancelRefund`, {
    id: back.body.result.refunds[0].id,
    appt_id: visit,
    reason: 'Wrong.',
  })
  const gone = await desk.post(`${PHP}appt/cancelReceipt`, {
    id: receipt.id,
    appt_id: visit,
    reason: 'Wrong.',
  })
  expect(gone.body.result.receipts[0]).toMatchObject({ business_day: '2026-10-29', cancel_day: '2026-11-21' })
  expect(await check('2026-10')).toMatchObject({ is_same: 1, now: { totals: { received: 90, net: 90 } } })
})

test('a person cannot move money of a locked month to another visit', async () => {
  const first = await putVisit(server, { net: 10 })
  const { receipt } = await payLate('2026-10-29T10:00:00Z', 25, first)
  expect(receipt.is_unallocated).toBe(1)
  const second = await putVisit(server, { net: 500 })
  await lock(admin, '2026-10')
  const settle = (appt_id: string) =>
    admin.post(`${PHP}appt/allocateReceipt`, { id: receipt.id, appt_id, note: 'Of the other visit.' })
  const refused = await settle(second)
  expect([refused.status, refused.body.code]).toEqual([422, 'month_locked'])
  expect(refused.body.message).toBe(
    'Oct 2026 is locked at this branch. Keep this money at its visit, or ask for the month to be unlocked.',
  )
  // Keeping it where it is changes no figure.
  expect((await settle(first)).status).toBe(200)
})

test('the bill of a locked month’s visit cannot be changed until the month is unlocked', async () => {
  const front = await openBookingFixture(server)
  const machine = machineOf('Ultrasound 1')
  const visit = await booked(
    desk,
    bookingOf(front, { codes: ['US-ABPL'], department: 'Ultrasound', machine, start: freeTime(0) }),
  )
  await moveToOctober(visit.id)
  const [service] = visit.services
  const { id, totals } = (await lock(admin, '2026-10')).body.result.lock as MonthLock
  const { visits, charges } = totals.invoices
  const change = () =>
    admin.post(`${PHP}appt/updateServiceChargesAndMachine`, {
      appt_id: visit.id,
      discount_head_id: null,
      services: [{ id: service?.id, charges: (service?.charges ?? 0) + 200, discount: 0 }],
      change_reason: 'Agreed by phone',
    })
  const refused = await change()
  expect([refused.body.code, refused.body.message]).toEqual([
    'month_locked',
    'Oct 2026 is locked at this branch. Book what is new as a visit of its own, or ask for the month to be unlocked.',
  ])
  await unlock(admin, id, 'The price was agreed in October.')
  expect((await change()).body.result.visit.net_charges).toBe(visit.net_charges + 200)
  expect((await lock(admin, '2026-10')).body.result.lock).toMatchObject({
    version: 2,
    totals: { invoices: { visits, charges: charges + 200 } },
  })
})

test('a change to an invoice of a locked month that happens anyway is shown beside the lock', async () => {
  const visit = await putVisit(server, { net: 700 })
  await askAdmin(
    server,
    `update visit set start_dt = '2026-10-21T05:00:00Z', started_on = start_dt where id = $1`,
    [visit],
  )
  await lock(admin, '2026-10')
  expect(await check('2026-10')).toMatchObject({ is_same: 1, are_invoices_same: 1 })
  const gone = await desk.post(`${PHP}appt/cancelAppointment`, { appt_id: visit, reason: 'Did not come.' })
  expect(gone.status).toBe(200)
  expect(await check('2026-10')).toMatchObject({ is_same: 1, are_invoices_same: 0 })
})

test('unlocking requires a reason, which is stored, and the next lock is the next version', async () => {
  await payLate('2026-10-29T10:00:00Z', 10)
  const { id } = (await lock(admin, '2026-10')).body.result.lock
  expect((await unlock(admin, id, '  ')).body.code).toBe('reason_needed')
  const open = await unlock(admin, id, 'A receipt was typed twice.')
  expect(open.body.result.lock).toMatchObject({ unlock_reason: 'A receipt was typed twice.', version: 1 })
  expect((await unlock(admin, id, 'A receipt was typed twice.')).status).toBe(200)
  const late = await payLate('2026-10-30T10:00:00Z', 5)
  expect(late.receipt).toMatchObject({ business_day: '2026-10-30', belongs_day: null })
  const again = await lock(admin, '2026-10')
  expect(again.body.result.lock).toMatchObject({ version: 2, rows: 2, totals: { received: 15 } })
  const october = (await months()).find(({ month }) => month === '2026-10')
  expect(october).toMatchObject({
    is_locked: 1,
    locks: [{ version: 2 }, { version: 1, totals: { received: 10 } }],
  })
  const lines = (await readAudit(server, CLIENT, 'month_lock')).filter((one) => one.record_id === id)
  expect(lines.map(({ action }) => action)).toEqual(['lock_month', 'unlock_month'])
})

test('one of two people who lock a month at once succeeds', async () => {
  await payLate('2026-10-29T10:00:00Z', 10)
  const answers = await Promise.all([lock(admin, '2026-10'), lock(admin, '2026-10'), lock(admin, '2026-10')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
})

test('a month locked while money arrives contains all of it or none', async () => {
  const visit = await putVisit(server, { net: 1_000_000 })
  await payLate('2026-10-29T10:00:00Z', 1, visit)
  await Promise.all([
    ...Array.from({ length: 6 }, (_, at) => payLate('2026-10-30T10:00:00Z', at + 1)),
    lock(admin, '2026-10'),
  ])
  expect(await check('2026-10')).toMatchObject({ is_same: 1 })
})

test('rights: reading, locking, other branches and other clients', async () => {
  const manager = await server.signIn('manager.andheri')
  expect((await lock(desk, '2026-10')).body.code).toBe('not_permitted')
  expect((await desk.get(`${PHP}monthlock/list`, { branch_id: ANDHERI })).body.code).toBe('not_permitted')
  expect((await manager.get(`${PHP}monthlock/list`, { branch_id: ANDHERI })).status).toBe(200)
  expect((await manager.get(`${PHP}monthlock/list`, { branch_id: KOTHRUD })).status).toBe(404)
  expect((await lock(manager, '2026-10')).body.code).toBe('not_permitted')
  expect((await lock(admin, '2026-10', { branch_id: SALMIYA })).status).toBe(404)
  const { id } = (await lock(admin, '2026-10')).body.result.lock
  const stranger = await server.signIn('admin.alnoor')
  expect((await unlock(stranger, id, 'Because.')).status).toBe(404)
  expect((await unlock(manager, id, 'Because.')).body.code).toBe('not_permitted')
  expect((await lock(admin, '2026-13')).body).toMatchObject({
    code: 'invalid',
    fields: { month: 'must be a month' },
  })
})

type Act = { kind: 'late' | 'pay' | 'refund' | 'cancel'; day: number; pick: number }
const act = fc.record({
  kind: fc.constantFrom<Act['kind'][]>('late', 'late', 'pay', 'refund', 'cancel'),
  day: fc.nat(80),
  pick: fc.nat(999),
})

test('whatever arrives after the lock, the locked month’s money never changes', async () => {
  const visits: string[] = []
  for (let at = 0; at < 3; at++) visits.push(await putVisit(server, { net: 1_000_000 }))
  const receipts: { id: string; visit: string }[] = []
  const visitOf = ({ pick }: Act) => visits[pick % visits.length] ?? ''
  const doAct = async (one: Act) => {
    const visit = visitOf(one)
    server.clock.now = new Date(server.clock.now.getTime() + 1000)
    const amount = (one.pick % 90) + 1
    if (one.kind === 'late') {
      const taken = new Date(NOW.getTime() - one.day * 24 * HOUR).toISOString()
      receipts.push({ id: (await payLate(taken, amount, visit)).receipt.id, visit })
    }
    if (one.kind === 'pay') {
      const { body } = await pay(desk, visit, cash(amount))
      receipts.push({ id: body.result.receipts[0].id, visit })
    }
    if (one.kind === 'refund') await refund(desk, visit, cash(amount))
    const row = receipts[one.pick % Math.max(1, receipts.length)]
    if (one.kind === 'cancel' && row)
      await desk.post(`${PHP}appt/cancelReceipt`, { id: row.id, appt_id: row.visit, reason: 'Wrong.' })
  }
  const late = (day: number, pick: number): Act => ({ kind: 'late', day, pick })
  for (const one of [late(30, 5), late(45, 7), late(60, 11)]) await doAct(one)
  for (const month of ['2026-09', '2026-10']) expect((await lock(admin, month)).status).toBe(200)
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 10 }), async (acts) => {
      for (const one of acts) await doAct(one)
      for (const month of ['2026-09', '2026-10']) expect(await check(month)).toMatchObject({ is_same: 1 })
    }),
    { numRuns: 6 },
  )
}, 60_000)
