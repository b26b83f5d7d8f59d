import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Reconciliation } from '#contract/calls/reconcile.ts'
import { dayAt } from '#domain/time/zones.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, CLIENT, cash, KOTHRUD, pay, putVisit, refund, SALMIYA } from '../payments/money-fixture.ts'

let server: DemoServer
const desks = new Map<string, ApiUser>()
const desk = (name: string) => desks.get(name) as ApiUser
const HOUR = 3_600_000
const DAY = 24 * HOUR
const PEOPLE = ['desk.andheri', 'admin.sanjeevani', 'manager.andheri', 'tech.andheri']
let days = 3

beforeAll(async () => {
  server = await openDemo()
})
afterAll(() => server.close())
// Each test has its own days, after all bookings of the demo.
beforeEach(async () => {
  days += 4
  server.clock.now = new Date(NOW.getTime() + days * DAY)
  for (const name of PEOPLE) desks.set(name, await server.signIn(name))
})

const today = (ago = 0) => dayAt(new Date(server.clock.now.getTime() - ago * DAY), 'Asia/Kolkata')
const ask = (who: string, day = today(), branch_id = ANDHERI) =>
  desk(who).get(`${PHP}reconcile/day`, { branch_id, day })
const read = async (day = today()): Promise<Reconciliation> =>
  (await ask('admin.sanjeevani', day)).body.result
const NOTHING = { drawers: 0, collection: 0, bi: 0 }

/** Closes a person's drawer of a day with the counted cash. */
async function close(who: string, counted_cash: number, day = today()) {
  const { result } = (await desk(who).get(`${PHP}dayclose/drawer`, { branch_id: ANDHERI, day })).body
  const input = { id: mintId(), branch_id: ANDHERI, day, recorded_cash: result.recorded_cash, counted_cash }
  expect((await desk(who).post(`${PHP}dayclose/close`, { ...input, note: 'Counted twice.' })).status).toBe(
    200,
  )
}

async function payLate(who: string, appt_id: string, taken: Date, amount: number) {
  const taken_on = taken.toISOString()
  const input = { appt_id, taken_on, receipts: [{ id: mintId(), ...cash(amount) }] }
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

test('four columns of a day are compared, and differences are named with their entries', async () => {
  const visit = await putVisit(server)
  await pay(desk('desk.andheri'), visit, cash(600), { mode: 'GPay', amount: 40 })
  await refund(desk('desk.andheri'), visit, cash(100))
  await close('desk.andheri', 495)
  await pay(desk('desk.andheri'), visit, cash(25))
  const found = await read()
  expect(found.modes).toEqual([
    { mode: 'Cash', drawers: 495, receipts: 525, collection: 525, bi: 525 },
    { mode: 'GPay', drawers: 40, receipts: 40, collection: 40, bi: 40 },
  ])
  expect(found).toMatchObject({
    total: { drawers: 535, receipts: 565, collection: 565, bi: 565 },
    closes: 1,
    differences: [
      {
        kind: 'not_counted',
        count: 1,
        amount: 25,
        entries: [{ visit_id: visit, kind: 'Receipt', amount: 25 }],
      },
      {
        kind: 'cash_difference',
        count: 1,
        amount: -5,
        entries: [{ kind: 'Close', remarks: 'Counted twice.' }],
      },
    ],
    unexplained: NOTHING,
  })
})

test('a day that was not closed is explained by all of its money', async () => {
  const visit = await putVisit(server)
  await pay(desk('desk.andheri'), visit, cash(300))
  const found = await read()
  expect(found).toMatchObject({
    closes: 0,
    total: { drawers: 0, receipts: 300 },
    differences: [{ kind: 'not_counted', amount: 300 }],
    unexplained: NOTHING,
  })
})

test('money for a later visit is a receipt of today but not in its collection', async () => {
  const visit = await putVisit(server)
  await askAdmin(server, `update visit set start_dt = start_dt + interval '2 days' where id = $1`, [visit])
  await pay(desk('desk.andheri'), visit, cash(70))
  await close('desk.andheri', 70)
  expect(await read()).toMatchObject({
    total: { drawers: 70, receipts: 70, collection: 0, bi: 0 },
    differences: [{ kind: 'future', amount: 70, entries: [{ visit_id: visit }] }],
    unexplained: NOTHING,
  })
})

test('late, cancelled and excess money is named beside the columns', async () => {
  const visit = await putVisit(server, { net: 100 })
  const paid = await pay(desk('desk.andheri'), visit, cash(100))
  await close('desk.andheri', 100)
  const day = today()
  server.clock.now = new Date(server.clock.now.getTime() + 11 * HOUR)
  await payLate('desk.andheri', visit, new Date(server.clock.now.getTime() - 11 * HOUR + 60_000), 30)
  const cancel = { id: paid.body.result.receipts[0].id, appt_id: visit, reason: 'Wrong patient.' }
  server.clock.now = new Date(server.clock.now.getTime() + 10 * HOUR)
  await server.signIn('admin.sanjeevani').then((one) => desks.set('admin.sanjeevani', one))
  expect(today() > day).toBe(true)
  expect((await desk('admin.sanjeevani').post(`${PHP}appt/cancelReceipt`, cancel)).status).toBe(200)
  const found = await read(day)
  expect(found.total).toEqual({ drawers: 100, receipts: 130, collection: 130, bi: 130 })
  expect(found.differences).toMatchObject([{ kind: 'not_counted', amount: 30 }])
  expect(found.notes).toMatchObject([
    { kind: 'arrived_late', amount: 30, entries: [{ visit_id: visit }] },
    { kind: 'cancelled_since', amount: 100, entries: [{ visit_id: visit }] },
    { kind: 'unallocated', amount: 30, entries: [{ visit_id: visit }] },
  ])
  expect(found.unexplained).toEqual(NOTHING)
  // The cancellation is booked on its own day, in the drawer of the person who cancelled.
  const next = await read()
  expect(next).toMatchObject({
    total: { receipts: -100 },
    differences: [
      { kind: 'not_counted', amount: -100, entries: [{ side: 'Cancelled', person: 'Meera Pillai' }] },
    ],
    unexplained: NOTHING,
  })
})

test('late money is named on the day on which it counts', async () => {
  const visit = await putVisit(server)
  await payLate('desk.andheri', visit, new Date(server.clock.now.getTime() - DAY), 45)
  const found = await read(today(1))
  expect(found.notes).toMatchObject([{ kind: 'arrived_late', count: 1, amount: 45 }])
  expect(found.total.receipts).toBe(45)
})

test('a scheme’s debt and a special management discount are named with their invoices', async () => {
  const visit = await putVisit(server, { net: 1000, share: 60 })
  await askAdmin(
    server,
    `update visit set has_hidden = true, started_on = start_dt, ref_dr_scheme_type = 'Hospital', ref_dr_scheme_id = $2 where id = $1`,
    [visit, mintId()],
  )
  await pay(desk('desk.andheri'), visit, cash(600))
  await askAdmin(
    server,
    `insert into hidden_discount (client_id, id, visit_id, branch_id, amount, reason, created_by)
     select client_id, $2, id, branch_id, 50, 'By the owner.', $3 from visit where id = $1`,
    [visit, mintId(), mintId()],
  )
  const { notes, invoices } = await read()
  expect(invoices).toMatchObject({ visits: 1, net_charges: 1000, paid: 600, balance: 400 })
  expect(notes).toMatchObject([
    { kind: 'scheme', amount: 400, entries: [{ visit_id: visit, kind: 'Invoice' }] },
    { kind: 'hidden_discount', amount: 50, entries: [{ visit_id: visit }] },
  ])
})

test('of an unpaid invoice the scheme’s part is named, and the patient’s is not', async () => {
  const visit = await putVisit(server, { net: 1000, share: 60 })
  await askAdmin(
    server,
    `update visit set started_on = start_dt, ref_dr_scheme_type = 'Hospital', ref_dr_scheme_id = $2 where id = $1`,
    [visit, mintId()],
  )
  const { notes } = await read()
  const scheme = notes.find(({ kind }) => kind === 'scheme')
  expect(scheme?.entries.find(({ visit_id }) => visit_id === visit)).toMatchObject({ amount: 400 })
})

test('access needs the right to sales or to closing any day, to the branch, and to all sales', async () => {
  expect((await ask('manager.andheri')).status).toBe(200)
  expect((await ask('tech.andheri')).body.code).toBe('not_permitted')
  expect((await ask('desk.andheri')).body.code).toBe('not_permitted')
  expect((await ask('manager.andheri', today(), KOTHRUD)).status).toBe(404)
  expect((await ask('admin.sanjeevani', today(), SALMIYA)).status).toBe(404)
  expect((await ask('admin.sanjeevani', '2026-02-30')).body).toMatchObject({ code: 'invalid' })
  const read = (await readAudit(server, CLIENT, 'day_close')).filter(
    ({ detail }) => 'reconcile' in (detail ?? {}),
  )
  expect(read.length).toBeGreaterThan(0)
  await askAdmin(server, `update role set sales_report = 'Self_Created_Only' where client_id = $1`, [CLIENT])
  const narrow = await ask('manager.andheri')
  expect([narrow.body.code, narrow.body.message]).toEqual([
    'not_permitted',
    'Your role sees only a part of the sales, so they cannot be reconciled.',
  ])
})
