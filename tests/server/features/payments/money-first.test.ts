import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import {
  type BookingFixture,
  booked,
  bookingOf,
  freeTime,
  openBookingFixture,
} from '../visit-desk/booking-fixture.ts'
import { ANDHERI, cash, KOTHRUD, moneyOf, putVisit, refund } from './money-fixture.ts'

// The server refuses a booking; its money arrives without it.

let server: DemoServer
let clerk: ApiUser
let admin: ApiUser
let front: BookingFixture
beforeAll(async () => {
  server = await openDemo()
  clerk = await server.signIn('desk.andheri')
  admin = await server.signIn('admin.sanjeevani')
  front = await openBookingFixture(server)
})
afterAll(() => server.close())

const DEVICE = mintId()
const newVisit = (change: object = {}) => ({
  patient_id: front.patientId,
  branch_id: ANDHERI,
  is_radiology: 1,
  ...change,
})

async function send(desk: ApiUser, call: string, input: object, more: object = {}) {
  const command = { id: mintId(), call, input, at: NOW.toISOString(), made_offline: true, ...more }
  const { body } = await desk.post('sync/commands', { device_id: DEVICE, commands: [command] })
  return body.answers[0]
}

const paid = (appt_id: string, amounts: readonly number[], more: object = {}, desk = clerk) =>
  send(
    desk,
    'appt/createReceipts',
    {
      appt_id,
      taken_on: NOW.toISOString(),
      receipts: amounts.map((amount) => ({ id: mintId(), ...cash(amount) })),
      new_visit: newVisit(),
      ...more,
    },
    { version: 2 },
  )

const day = '2026-11-21'
const drawerOf = async (desk: ApiUser) =>
  (await desk.get(`${PHP}dayclose/drawer`, { branch_id: ANDHERI, day })).body.result

test('the money is filed with its patient, in the books and in the drawer, and its remaining task is returned', async () => {
  const id = mintId()
  const before = await drawerOf(admin)
  const answer = await paid(id, [300, 200])
  expect([answer.status, answer.flags.toSorted()]).toEqual([200, ['needs_booking', 'unallocated']])
  const { visit, receipts } = answer.body.result
  expect(receipts.map(({ receipt_no }: { receipt_no: string }) => receipt_no)).not.toContain('')
  expect(visit).toMatchObject({
    id,
    patient_id: front.patientId,
    status: 1,
    services: [],
    machines: [],
    paid: 500,
    balance: -500,
  })
  expect(visit.visit_no).toMatch(/^V\d{6}$/)
  expect(visit.flags.toSorted()).toEqual(['needs_booking', 'unallocated'])
  const after = await drawerOf(admin)
  const ids = (drawer: { unallocated: { id: string }[] }) => drawer.unallocated.map((one) => one.id)
  const mine = receipts.map((one: { id: string }) => one.id)
  expect(ids(before)).not.toEqual(expect.arrayContaining(mine))
  expect(ids(after)).toEqual(expect.arrayContaining(mine))
  const cashOf = async () => {
    const own = await clerk.get(`${PHP}dayclose/drawer`, { branch_id: ANDHERI, day })
    return own.body.result.recorded_cash
  }
  expect(await cashOf()).toBeGreaterThanOrEqual(500)
})

test('the corrected booking fills the visit: its own money no longer exceeds the balance', async () => {
  const id = mintId()
  await paid(id, [5000, 4000])
  const start = freeTime(24 * 60)
  const visit = await booked(clerk, bookingOf(front, { id, start }))
  expect(visit).toMatchObject({ id, status: 1, net_charges: 7000, paid: 9000, balance: -2000 })
  // The second receipt does not fit: a person must decide.
  expect(visit.flags).toEqual(['unallocated'])
  const rows = await askAdmin<{ amount: number; is_unallocated: boolean }>(
    server,
    'select amount::int, is_unallocated from receipt where visit_id = $1 order by receipt_no',
    [id],
  )
  expect(rows).toEqual([
    { amount: 5000, is_unallocated: false },
    { amount: 4000, is_unallocated: true },
  ])
  expect(visit.invoice_version).toBe(1)
})

test('money that fits completely leaves no task, whether the device knew the visit or not', async () => {
  for (const isKnown of [true, false]) {
    const id = mintId()
    const { rev } = (await paid(id, [7000])).body.result.visit
    const start = freeTime(24 * 60 + (isKnown ? 60 : 120))
    const visit = await booked(clerk, bookingOf(front, { id, start, ...(isKnown && { rev }) }))
    expect(visit).toMatchObject({ flags: [], balance: 0, payment_status: 'Paid' })
    expect(visit.services).toHaveLength(1)
    expect(await moneyOf(server, id)).toMatchObject({ received: 7000, flags: [] })
  }
})

test('a second payment and a repeat of the first are filed with the same visit', async () => {
  const id = mintId()
  const receipts = [{ id: mintId(), ...cash(100) }]
  await paid(id, [], { receipts })
  await paid(id, [], { receipts })
  await paid(id, [50])
  expect(await moneyOf(server, id)).toMatchObject({ received: 150 })
})

test('a person moves the money to another visit of the patient, or refunds it', async () => {
  const id = mintId()
  const { receipts } = (await paid(id, [400, 100])).body.result
  const other = await putVisit(server, { net: 1000 })
  await askAdmin(server, 'update visit set patient_id = $1 where id = $2', [front.patientId, other])
  const moved = await admin.post(`${PHP}appt/allocateReceipt`, {
    id: receipts[0].id,
    appt_id: other,
    note: 'It was for this one.',
  })
  expect(moved.status).toBe(200)
  expect(await moneyOf(server, other)).toMatchObject({ received: 400 })
  expect((await refund(admin, id, cash(100))).status).toBe(200)
  expect(await moneyOf(server, id)).toMatchObject({ received: 100, refunded: 100 })
})

test('the visit does not start before it is booked, and can be cancelled by a person', async () => {
  const id = mintId()
  await paid(id, [100])
  const start = await clerk.post(`${PHP}appt/startVisit`, { appt_id: id })
  expect([start.status, start.body.message]).toEqual([422, expect.stringMatching('no services yet')])
  const cancelled = await admin.post(`${PHP}appt/cancelAppointment`, { appt_id: id, reason: 'Never came.' })
  expect(cancelled.body.result.visit).toMatchObject({ status: 12, flags: ['unallocated'] })
})

test('a visit for money is not opened at another branch, for a stranger, or online', async () => {
  const refused = async (more: object, change: object = {}) => {
    const id = mintId()
    const input = { appt_id: id, receipts: [{ id: mintId(), ...cash(1) }], new_visit: newVisit(), ...more }
    const { status } = await send(clerk, 'appt/createReceipts', input, { version: 2, ...change })
    const rows = await askAdmin(server, 'select id from visit where id = $1', [id])
    return [status, rows.length]
  }
  expect(await refused({ new_visit: newVisit({ branch_id: KOTHRUD }) })).toEqual([404, 0])
  expect(await refused({ new_visit: newVisit({ patient_id: mintId() }) })).toEqual([404, 0])
  expect(await refused({ new_visit: undefined })).toEqual([404, 0])
  expect(await refused({}, { made_offline: false })).toEqual([404, 0])
})
