import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BookingInput } from '#contract/calls/visits.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import {
  type BookingFixture,
  booked,
  bookingOf,
  CLIENT,
  freeTime,
  openBookingFixture,
  save,
  serviceOf,
  type Wish,
} from './booking-fixture.ts'

let server: DemoServer
let front: BookingFixture
/** May give a discount without a discount head; reception may not. */
let senior: ApiUser
let clerk: ApiUser
let places = 0

beforeAll(async () => {
  server = await openDemo()
  senior = await server.signIn('desk.andheri')
  clerk = await server.signIn('reception.andheri')
  front = await openBookingFixture(server)
})
afterAll(() => server.close())

/** Returns a free slot within the open hours: five a day. */
function freePlace(): Date {
  places += 1
  return freeTime((places % 5) * 60 + Math.floor(places / 5) * 24 * 60)
}

/** Returns an MRI of the knee, which has a list price of 7,000. */
const knee = (charges: number, wish: Wish = {}, more: Partial<BookingInput> = {}) =>
  bookingOf(front, { start: freePlace(), charges: { 'MR-KNEE': charges }, ...wish, more })
const why = { change_reason: 'A colleague of ours' }

async function headOf(percent: number): Promise<string> {
  const id = mintId()
  await askAdmin(
    server,
    'insert into discount_head (client_id, id, name, percent) values ($1, $2::uuid, $2::text, $3)',
    [CLIENT, id, percent],
  )
  return id
}

test('a price below the list is refused without the right, whatever the reason', async () => {
  const refused = await save(clerk, knee(1, {}, why))
  expect([refused.status, refused.body.code]).toEqual([422, 'not_permitted'])
  expect((await save(clerk, knee(6_999.99, {}, why))).body.code).toBe('not_permitted')
})

test('at and above the list price no reason is needed', async () => {
  expect((await save(clerk, knee(7000))).status).toBe(200)
  expect((await save(clerk, knee(9000))).status).toBe(200)
})

test('with the right a reason is required, and is stored with the line beside its list price', async () => {
  const refused = await save(senior, knee(4000))
  expect([refused.body.code, Object.keys(refused.body.fields)]).toEqual(['reason_needed', ['change_reason']])
  const visit = await booked(senior, knee(4000, {}, why))
  expect(visit.services[0]).toMatchObject({
    charges: 4000,
    list_charges: 7000,
    price_reason: 'A colleague of ours',
  })
  const [line] = (await readAudit(server, CLIENT, 'visit')).filter(
    ({ action, record_id }) => action === 'price_below_list' && record_id === visit.id,
  )
  expect(line?.detail).toMatchObject({ lines: [{ list: 7000, charges: 4000 }] })
})

test('a discount head allows its percentage of the list price and no more', async () => {
  const discount_head_id = await headOf(10)
  expect((await save(clerk, knee(6300, {}, { discount_head_id, ...why }))).status).toBe(200)
  const more = await save(clerk, knee(6299, {}, { discount_head_id, ...why }))
  expect(more.body.code).toBe('not_permitted')
  const both = knee(6500, { discounts: { 'MR-KNEE': 600 } }, { discount_head_id, ...why })
  expect((await save(clerk, both)).body.code).toBe('not_permitted')
})

test('an agreed price stays when somebody else edits the visit; lowering it again requires a new reason', async () => {
  const booking = knee(4000, {}, why)
  const visit = await booked(senior, booking)
  const same = { ...booking, change_reason: undefined, rev: visit.rev }
  const kept = await booked(clerk, same)
  expect(kept.services[0]).toMatchObject({ charges: 4000, price_reason: 'A colleague of ours' })
  const change = (charges: number, more: object = {}) =>
    clerk.post(`${PHP}appt/updateServiceChargesAndMachine`, {
      appt_id: visit.id,
      discount_head_id: null,
      services: [{ id: visit.services[0].id, charges, discount: 0 }],
      ...more,
    })
  expect((await change(3999, why)).body.code).toBe('not_permitted')
  const raised = await change(7000)
  expect(raised.body.result.visit.services[0]).toMatchObject({ charges: 7000, price_reason: '' })
})

test('a service of a package costs at least its price in the package', async () => {
  const [sold] = await askAdmin<{ id: string }>(
    server,
    'select id from package where client_id = $1 and active and hidden is null limit 1',
    [CLIENT],
  )
  if (!sold) throw new Error('the demo sells a package')
  await askAdmin(
    server,
    'insert into package_service (client_id, package_id, service_id, place, charges) values ($1, $2, $3, 99, 5000)',
    [CLIENT, sold.id, serviceOf('MR-KNEE')],
  )
  const inPackage = (charges: number) => save(clerk, knee(charges, {}, { package_id: sold.id, ...why }))
  expect((await inPackage(5000)).status).toBe(200)
  expect((await inPackage(4999)).body.code).toBe('not_permitted')
})

test('a price agreed offline is accepted, and flagged if the right was missing', async () => {
  const later = async (desk: ApiUser, input: BookingInput) => {
    const command = { id: mintId(), call: 'appt/save', version: 1, input, at: NOW.toISOString() }
    const { body } = await desk.post('sync/commands', {
      device_id: mintId(),
      commands: [{ ...command, made_offline: true }],
    })
    return body.answers[0]
  }
  const flagged = await later(clerk, knee(1))
  expect([flagged.status, flagged.flags]).toEqual([200, ['price_below_list']])
  expect(flagged.body.result.visit.services[0]).toMatchObject({ charges: 1, list_charges: 7000 })
  const taken = await later(senior, knee(1))
  expect([taken.status, taken.flags ?? []]).toEqual([200, []])
})
