import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tagIdOf } from '#server/features/demo/centre/tags.ts'
import { AL_NOOR, SANJEEVANI } from '#server/features/demo/centres.ts'
import { demoId } from '#server/features/demo/random.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import {
  type BookingFixture,
  booked,
  bookingOf,
  CLIENT,
  freeTime,
  KOTHRUD,
  MINUTE_MS,
  machineOf,
  openAllDay,
  openBookingFixture,
  SAVE,
  save,
  saveUntilAnswered,
} from './booking-fixture.ts'

let server: DemoServer
let desk: ApiUser
let clerk: ApiUser
let front: BookingFixture
beforeAll(async () => {
  server = await openDemo()
  await openAllDay(server)
  desk = await server.signIn('desk.andheri')
  clerk = await server.signIn('reception.andheri')
  front = await openBookingFixture(server)
})
afterAll(() => server.close())

const at = (minutes: number) => freeTime(minutes)
const head = (name: string) => demoId('discount head', `${SANJEEVANI.key} ${name}`)

test('a booking is a visit with its number, its accession number, its end from the slots and its totals', async () => {
  const visit = await booked(
    clerk,
    bookingOf(front, {
      codes: ['US-ABPL', 'US-KUB'],
      department: 'Ultrasound',
      machine: machineOf('Ultrasound 1'),
      start: at(0),
    }),
  )
  expect(visit.visit_no).toMatch(/^V\d{6}$/)
  expect(visit).toMatchObject({
    status: 1,
    charges: 2400,
    net_charges: 2400,
    balance: 2400,
    created_by: 'Pooja Sawant',
  })
  // Two services of twenty minutes each, whatever the form calculated.
  expect(visit.end_dt).toBe(at(40).toISOString())
  expect(visit.services.map((one: { start_dt: string }) => one.start_dt)).toEqual([
    at(0).toISOString(),
    at(20).toISOString(),
  ])
  const numbers = visit.services.map((one: { accession_no: string }) => one.accession_no)
  expect(new Set(numbers).size).toBe(2)
  for (const number of numbers) expect(number).toMatch(/^S260\d{6}$/)
})

test('a taken slot is refused and free ones are offered', async () => {
  await booked(clerk, bookingOf(front, { start: at(60) }))
  const { status, body } = await save(clerk, bookingOf(front, { start: at(75) }))
  expect(status).toBe(422)
  expect(body).toMatchObject({ code: 'slot_taken', message: 'This slot is already booked.' })
  expect(body.current[0]).toMatchObject({ machine_id: machineOf('MRI 1'), start_dt: at(90).toISOString() })
})

test('one of two desks that book one slot at once is refused', async () => {
  const answers = await Promise.all(
    [clerk, desk].map((one) => save(one, bookingOf(front, { start: at(120) }))),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(answers.find(({ status }) => status === 422)?.body.code).toBe('slot_taken')
})

test('overbooking needs the right and a reason, which is stored', async () => {
  await booked(clerk, bookingOf(front, { start: at(180) }))
  const again = { start: at(180), more: { overbook_reason: 'Emergency from the ward' } }
  expect((await save(clerk, bookingOf(front, again))).body.code).toBe('not_permitted')
  const visit = await booked(desk, bookingOf(front, again))
  const [slot] = await server.db.database.tenant(CLIENT, (tx) =>
    tx.selectFrom('visit_machine').selectAll().where('visit_id', '=', visit.id).execute(),
  )
  expect(slot).toMatchObject({ blocks: false, overbook_reason: 'Emergency from the ward' })
})

test('the later of two simultaneous edits of one booking gets the other version', async () => {
  const booking = bookingOf(front, { start: at(240) })
  const visit = await booked(clerk, booking)
  const edit = { ...booking, rev: visit.rev }
  const answers = await Promise.all([
    save(clerk, { ...edit, tag_id: tagIdOf(CLIENT, 'Urgent') }),
    save(desk, { ...edit, tag_id: tagIdOf(CLIENT, 'VIP') }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const stale = await save(clerk, edit)
  expect(stale.status).toBe(409)
  expect(stale.body.current.id).toBe(visit.id)
})

test('a moved booking is Rescheduled, and a past start is refused with the exact message', async () => {
  const booking = bookingOf(front, { start: at(360) })
  const visit = await booked(clerk, booking)
  const moved = bookingOf(front, { id: booking.id, rev: visit.rev, start: at(420) })
  const [slot] = booking.departments[0]!.machines
  moved.departments[0]!.machines[0]!.id = slot!.id
  moved.departments[0]!.machines[0]!.services = slot!.services
  expect(await booked(clerk, moved)).toMatchObject({ status: 3, start_dt: at(420).toISOString() })
  const past = new Date(NOW.getTime() - 5 * MINUTE_MS)
  const { status, body } = await save(clerk, bookingOf(front, { start: past }))
  expect(status).toBe(422)
  expect(body).toMatchObject({ code: 'past_booking', message: 'Past date booking not allowed.' })
})

test('a nonexistent calendar date is refused by its field, and is not read as another day', async () => {
  for (const wrong of ['2027-02-31T06:00:00Z', '2027-13-01T06:00:00Z', '2027-02-01T25:00:00Z']) {
    const booking = { ...bookingOf(front, { start: at(450) }), start_dt: wrong }
    const { status, body } = await save(clerk, booking)
    expect([status, body.fields]).toEqual([400, { start_dt: 'must be a time with offset' }])
  }
})

test('a duplicate service, another branch’s machine and another department’s service are named', async () => {
  const twice = bookingOf(front, { codes: ['MR-KNEE', 'MR-KNEE'], start: at(480) })
  expect((await save(clerk, twice)).body.message).toBe('This service is already added.')
  const elsewhere = await save(
    clerk,
    bookingOf(front, { machine: machineOf('MRI 1', KOTHRUD), start: at(480) }),
  )
  expect(elsewhere.status).toBe(400)
  expect(elsewhere.body.fields).toHaveProperty('departments.0.machines.0.machine_id')
  const other = await save(clerk, bookingOf(front, { codes: ['US-KUB'], start: at(480) }))
  expect(other.body.fields).toHaveProperty('departments.0.machines.0.services.0.service_id')
  const nowhere = await save(clerk, bookingOf(front, { machine: null, start: at(480) }))
  expect(nowhere.body.fields).toHaveProperty('departments.0.machines.0.machine_id')
})

test('amounts have the client’s decimals, and a discount has its head, its right and its limit', async () => {
  const with3 = await save(clerk, bookingOf(front, { charges: { 'MR-KNEE': 10.125 }, start: at(540) }))
  expect(with3.body.fields).toEqual({
    'departments.0.machines.0.services.0.charges': 'has at most 2 decimals',
  })
  const over = await save(clerk, bookingOf(front, { discounts: { 'MR-KNEE': 7001 }, start: at(540) }))
  expect(over.body.fields).toHaveProperty('departments.0.machines.0.services.0.discount')
  const custom = { discounts: { 'MR-KNEE': 100 }, start: at(540) }
  expect((await save(clerk, bookingOf(front, custom))).body.code).toBe('not_permitted')
  expect(await booked(desk, bookingOf(front, custom))).toMatchObject({ discount: 100, net_charges: 6900 })
  const camp = { discount_head_id: head('Camp') }
  const most = await save(
    clerk,
    bookingOf(front, { discounts: { 'MR-KNEE': 1400.01 }, start: at(570), more: camp }),
  )
  expect(most.body.fields).toHaveProperty('discount_head_id')
  const fair = await booked(
    clerk,
    bookingOf(front, { discounts: { 'MR-KNEE': 1400 }, start: at(570), more: camp }),
  )
  expect(fair).toMatchObject({ discount: 1400, discount_head_id: head('Camp') })
})

test('a scheme fixes the patient’s share and needs a referrer', async () => {
  const scheme = {
    ref_dr_scheme_id: demoId('referral scheme', `${SANJEEVANI.key} Half and half`),
    ref_dr_scheme_type: 'Doctor' as const,
  }
  const bare = await save(clerk, bookingOf(front, { start: at(630), more: scheme }))
  expect(bare.body.fields).toEqual({ ref_dr_scheme_id: 'needs a referral doctor' })
  const refDr = demoId('user', 'ref.bhat')
  const visit = await booked(clerk, bookingOf(front, { start: at(630), refDr, more: scheme }))
  expect(visit).toMatchObject({
    patient_share: 50,
    ref_dr: 'Dr. Nilesh Bhat',
    ref_dr_scheme: 'Half and half',
  })
})

test('visits of another branch and of another client are not found', async () => {
  const kothrud = await server.signIn('reception.kothrud')
  const abroad = await server.signIn('reception.salmiya')
  const visit = await booked(clerk, bookingOf(front, { start: at(660) }))
  for (const stranger of [kothrud, abroad]) {
    expect((await stranger.get(`${PHP}appt/detail/${visit.id}`)).status).toBe(404)
    const asked = await stranger.post(`${PHP}appt/confirmAppointment`, { appt_id: visit.id })
    expect(asked.status).toBe(404)
    expect((await save(stranger, bookingOf(front, { start: at(690) }))).status).toBe(404)
  }
  expect(AL_NOOR.id).not.toBe(CLIENT)
  const doctor = await server.signIn('dr.iyer')
  expect((await save(doctor, bookingOf(front, { start: at(690) }))).body.code).toBe('not_permitted')
})

test('twenty simultaneous bookings have twenty numbers without a gap', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      saveUntilAnswered(clerk, bookingOf(front, { start: at(1440 + n * 30) })),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const numbers = answers
    .map(({ body }) => Number(body.result.visit.visit_no.slice(1)))
    .toSorted((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, n) => numbers[0]! + n))
})

test('a repeated command is one visit, and a second booking under its id is the same one', async () => {
  const booking = bookingOf(front, { start: at(3000) })
  const key = { 'idempotency-key': randomUUID() }
  const first = await clerk.post(SAVE, booking, key)
  const second = await clerk.post(SAVE, booking, key)
  expect(second.body).toEqual(first.body)
  expect((await save(clerk, booking)).body.result.visit.visit_no).toBe(first.body.result.visit.visit_no)
})

test('a second booking under an id with a different time or price is a conflict, and changes nothing', async () => {
  const booking = bookingOf(front, { start: at(3060) })
  const visit = await booked(clerk, booking)
  const cheaper = structuredClone(booking)
  cheaper.departments[0]!.machines[0]!.services[0]!.charges = 6900
  const later = structuredClone(booking)
  const [slot] = later.departments[0]!.machines
  later.start_dt = slot!.start_dt = at(3090).toISOString()
  later.end_dt = slot!.end_dt = at(3120).toISOString()
  for (const other of [cheaper, later, { ...booking, tag_id: tagIdOf(CLIENT, 'Urgent') }]) {
    const { status, body } = await save(clerk, other)
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(body.current).toMatchObject({ id: visit.id, rev: visit.rev, net_charges: 7000 })
  }
})

test('an edit that began before another desk gave the visit its tag is a conflict', async () => {
  const booking = bookingOf(front, { start: at(3120) })
  const visit = await booked(clerk, booking)
  const tag_id = tagIdOf(CLIENT, 'Urgent')
  const tagged = await clerk.post(`${PHP}appt/assignTag`, { id: visit.id, tag_id })
  expect(tagged.status).toBe(200)
  expect((await save(clerk, { ...booking, rev: visit.rev })).body.code).toBe('conflict')
  // Setting the same tag once more is not another edit.
  await clerk.post(`${PHP}appt/assignTag`, { id: visit.id, tag_id })
  const { rev } = tagged.body.result.visit
  expect(await booked(clerk, { ...booking, tag_id, rev })).toMatchObject({ tag_id })
})
