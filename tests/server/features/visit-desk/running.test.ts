import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unmatchedCalls } from '#contract/calls/unmatched.ts'
import { tagIdOf } from '#server/features/demo/centre/tags.ts'
import { demoId } from '#server/features/demo/random.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { save as saveReport } from '../reports/report-fixture.ts'
import {
  ANDHERI,
  type BookingFixture,
  booked,
  bookingOf,
  CLIENT,
  freeTime,
  MINUTE_MS,
  machineOf,
  openBookingFixture,
  save,
} from './booking-fixture.ts'

let server: DemoServer
let clerk: ApiUser
let technician: ApiUser
let clinician: ApiUser
let front: BookingFixture
beforeAll(async () => {
  server = await openDemo()
  clerk = await server.signIn('reception.andheri')
  technician = await server.signIn('tech.andheri')
  clinician = await server.signIn('dr.rao')
  front = await openBookingFixture(server)
})
afterAll(() => server.close())

const at = (minutes: number) => freeTime(minutes)
const call = (who: ApiUser, path: string, input: object) => who.post(`${PHP}appt/${path}`, input)
const examStatus = (visit: { id: string; services: { id: string }[] }, status: number, place = 0) =>
  call(technician, 'changeServiceStatus', { appt_id: visit.id, id: visit.services[place]?.id, status })
const pay = (visitId: string, amount: number) =>
  call(clerk, 'createReceipts', { appt_id: visitId, receipts: [{ id: mintId(), mode: 'Cash', amount }] })
const ultrasound = (start: Date) =>
  bookingOf(front, {
    codes: ['US-ABPL', 'US-KUB'],
    department: 'Ultrasound',
    machine: machineOf('Ultrasound 1'),
    start,
  })

test('a visit is confirmed, started and scanned; its status follows from its services', async () => {
  const visit = await booked(clerk, ultrasound(at(0)))
  const confirmed = await call(clerk, 'confirmAppointment', { appt_id: visit.id })
  expect(confirmed.body).toMatchObject({ message: 'Confirmed', result: { visit: { status: 2 } } })
  expect((await examStatus(visit, 6)).body.message).toBe('The visit has not started.')
  const started = await call(clerk, 'startVisit', { appt_id: visit.id })
  expect(started.body.result.visit).toMatchObject({ status: 5, started_on: NOW.toISOString() })
  expect(started.body.result.visit.services.map((one: { status: number }) => one.status)).toEqual([5, 5])
  expect(
    (await call(clerk, 'changeServiceStatus', { appt_id: visit.id, id: visit.services[0].id, status: 6 }))
      .body.code,
  ).toBe('not_permitted')
  const scanning = (await examStatus(visit, 6)).body.result.visit
  expect(scanning.status).toBe(6)
  expect(scanning.services[0]).toMatchObject({
    exm_start_dt: NOW.toISOString(),
    exm_end_dt: new Date(NOW.getTime() + 20 * MINUTE_MS).toISOString(),
  })
  await examStatus(visit, 7)
  expect((await examStatus(visit, 7, 1)).body.result.visit.status).toBe(7)
})

test('a cancelled scan leaves the invoice and frees its slot; with all cancelled the visit is In Progress again', async () => {
  const visit = await booked(clerk, bookingOf(front, { start: at(0) }))
  await call(clerk, 'startVisit', { appt_id: visit.id })
  await pay(visit.id, 7000)
  const cancelled = { appt_id: visit.id, id: visit.services[0]?.id, status: 12, reason: 'Has a pacemaker' }
  expect((await call(technician, 'changeServiceStatus', cancelled)).status).toBe(200)
  // The technician sees no amounts, so the desk reads the visit.
  const seen = async () => (await clerk.get(`${PHP}appt/detail/${visit.id}`)).body.result.visit
  expect(await seen()).toMatchObject({
    status: 4,
    net_charges: 0,
    paid: 7000,
    balance: -7000,
    invoice_version: 2,
  })
  const other = await booked(clerk, bookingOf(front, { start: at(0) }))
  expect((await examStatus(visit, 5)).body.code).toBe('slot_taken')
  await call(clerk, 'cancelAppointment', { appt_id: other.id, reason: 'Wrong day' })
  expect((await examStatus(visit, 5)).status).toBe(200)
  expect(await seen()).toMatchObject({
    status: 5,
    net_charges: 7000,
    balance: 0,
  })
})

test('cancelling a scan of a paid visit needs a reason; without a payment, or offline, none is required', async () => {
  const visit = await booked(clerk, bookingOf(front, { start: at(300) }))
  await call(clerk, 'startVisit', { appt_id: visit.id })
  expect((await examStatus(visit, 12)).status).toBe(200)
  await examStatus(visit, 5)
  await pay(visit.id, 100)
  for (const reason of [undefined, '   ']) {
    const input = { appt_id: visit.id, id: visit.services[0]?.id, status: 12, ...(reason && { reason }) }
    const { body } = await call(technician, 'changeServiceStatus', input)
    expect([body.code, body.fields]).toEqual(['reason_needed', { reason: 'is required' }])
  }
  // A device that was offline could not know of the money.
  const command = {
    id: mintId(),
    call: 'appt/changeServiceStatus',
    version: 1,
    input: { appt_id: visit.id, id: visit.services[0]?.id, status: 12 },
    at: NOW.toISOString(),
    made_offline: true,
  }
  const { body } = await technician.post('sync/commands', { device_id: mintId(), commands: [command] })
  expect(body.answers[0].status).toBe(200)
})

test('the reason of a cancelled scan is stored with the changed invoice', async () => {
  const visit = await booked(clerk, bookingOf(front, { start: at(240) }))
  await call(clerk, 'startVisit', { appt_id: visit.id })
  await pay(visit.id, 7000)
  const id = visit.services[0]?.id
  const input = { appt_id: visit.id, id, status: 12, reason: '  Patient has a pacemaker ' }
  expect((await call(technician, 'changeServiceStatus', input)).status).toBe(200)
  const [last] = await server.db.database.tenant(CLIENT, (tx) =>
    tx
      .selectFrom('invoice_version')
      .select('reason')
      .where('visit_id', '=', visit.id)
      .orderBy('version', 'desc')
      .execute(),
  )
  expect(last).toEqual({ reason: 'The scan was cancelled: Patient has a pacemaker' })
})

test('a visit is cancelled up to Ready to Scan; its receipts stay and its slot is free', async () => {
  const visit = await booked(clerk, bookingOf(front, { start: at(60) }))
  await pay(visit.id, 2000)
  expect((await call(clerk, 'cancelAppointment', { appt_id: visit.id })).body.code).toBe('reason_needed')
  const { body } = await call(clerk, 'cancelAppointment', { appt_id: visit.id, reason: 'Patient has fever' })
  expect(body).toMatchObject({
    message: 'Cancelled',
    result: { visit: { status: 12, net_charges: 0, balance: -2000, cancel_reason: 'Patient has fever' } },
  })
  await booked(clerk, bookingOf(front, { start: at(60) }))
  const edit = await save(clerk, { ...bookingOf(front, { id: visit.id, start: at(90) }), rev: 99 })
  expect(edit.status).toBe(422)
  const scanned = await booked(clerk, bookingOf(front, { start: at(120) }))
  await call(clerk, 'startVisit', { appt_id: scanned.id })
  await examStatus(scanned, 6)
  expect((await call(clerk, 'cancelAppointment', { appt_id: scanned.id })).body.code).toBe('refused')
})

test('only a clinic doctor completes a clinical visit', async () => {
  const booking = bookingOf(front, {
    department: 'Cardiology',
    machine: null,
    doctor: demoId('user', 'dr.rao'),
    codes: ['CL-CARD'],
    start: at(0),
    more: { is_radiology: 0 },
  })
  const visit = await booked(clerk, booking)
  expect((await call(clinician, 'completeAppointment', { appt_id: visit.id })).body.code).toBe('refused')
  expect((await call(clerk, 'startVisit', { appt_id: visit.id })).body.result.visit.status).toBe(4)
  expect((await call(clerk, 'completeAppointment', { appt_id: visit.id })).body.code).toBe('not_permitted')
  const { body } = await call(clinician, 'completeAppointment', { appt_id: visit.id })
  expect(body.result.visit.status).toBe(11)
})

test('tagging a visit or a service requires the right', async () => {
  const visit = await booked(clerk, bookingOf(front, { start: at(180) }))
  const tag_id = tagIdOf(CLIENT, 'Urgent')
  const tagged = await call(clerk, 'assignTag', { id: visit.id, tag_id })
  expect(tagged.body).toMatchObject({ message: 'Assigned', result: { visit: { tag: 'Urgent' } } })
  const service = await call(clerk, 'assignTag', { id: visit.id, tag_id, service_id: visit.services[0].id })
  expect(service.body.result.visit.services[0].tag).toBe('Urgent')
})

test('the signing doctor of a service must be able to sign', async () => {
  const manager = await server.signIn('manager.andheri')
  const visit = await booked(clerk, bookingOf(front, { start: at(210) }))
  const assign = (who: ApiUser, signer: string) =>
    call(who, 'assignRadiologyDoctor', {
      appt_id: visit.id,
      id: visit.services[0].id,
      assigned_doctor_id: demoId('user', 'dr.kulkarni'),
      signed_by_doctor_id: demoId('user', signer),
    })
  expect((await assign(clerk, 'dr.iyer')).body.code).toBe('not_permitted')
  expect((await assign(manager, 'dr.kulkarni')).body.fields).toHaveProperty('signed_by_doctor_id')
  const { body } = await assign(manager, 'dr.iyer')
  expect(body.result.visit.services[0]).toMatchObject({
    assigned_doctor: 'Dr. Neha Kulkarni',
    signed_by_doctor: 'Dr. Karthik Iyer',
  })
})

test('charges change with permission and a reason; a new invoice version keeps the old one', async () => {
  const visit = await booked(clerk, ultrasound(at(60)))
  await pay(visit.id, 1000)
  const [first] = visit.services
  const change = {
    appt_id: visit.id,
    discount_head_id: null,
    services: [{ id: first.id, charges: 1500, discount: 0 }],
  }
  expect((await call(clerk, 'updateServiceChargesAndMachine', change)).body.code).toBe('reason_needed')
  const changed = await call(clerk, 'updateServiceChargesAndMachine', {
    ...change,
    change_reason: 'Agreed by phone',
  })
  expect(changed.body.result.visit).toMatchObject({ net_charges: 2500, balance: 1500, invoice_version: 2 })
  const moved = await call(clerk, 'updateServiceChargesAndMachine', {
    ...change,
    services: [{ id: first.id, charges: 1500, discount: 0, machine_id: machineOf('Ultrasound 2') }],
  })
  expect(moved.body.result.visit.services.map((one: { machine: string }) => one.machine)).toEqual([
    'Ultrasound 2',
    'Ultrasound 1',
  ])
})

test('refused charges are named by the fields of the call', async () => {
  const visit = await booked(clerk, ultrasound(at(240)))
  const [first, second] = visit.services
  const { body } = await call(clerk, 'updateServiceChargesAndMachine', {
    appt_id: visit.id,
    discount_head_id: null,
    services: [
      { id: second.id, charges: 100, discount: 100.5 },
      { id: first.id, charges: 10.005, discount: 0 },
    ],
  })
  expect(body.fields).toEqual({
    'services.0.discount': 'is not above the charges',
    'services.1.charges': 'has at most 2 decimals',
  })
})

test('after the start removing a service requires the right', async () => {
  const visit = await booked(clerk, ultrasound(at(120)))
  await call(clerk, 'startVisit', { appt_id: visit.id })
  const remove = { appt_id: visit.id, discount_head_id: null, services: [], removed: [visit.services[1].id] }
  const refused = await call(clerk, 'updateServiceChargesAndMachine', remove)
  expect(refused.body).toMatchObject({
    code: 'not_permitted',
    message: 'A service cannot be removed after the visit has started.',
  })
  const admin = await server.signIn('admin.sanjeevani')
  const { body } = await call(admin, 'updateServiceChargesAndMachine', remove)
  expect(body.result.visit).toMatchObject({ net_charges: 1400 })
  expect(body.result.visit.services.map((one: { status: number }) => one.status)).toEqual([5, 12])
})

test('the calendar, the detail, the company and free slots are available to the staff of the branch', async () => {
  const visit = await booked(clerk, bookingOf(front, { start: at(300) }))
  const day = at(300).toISOString().slice(0, 10)
  const calendar = await clerk.get(`${PHP}appt/machineAppointments`, { branch_id: ANDHERI, date: day })
  expect(calendar.body.result).toContainEqual(
    expect.objectContaining({ id: visit.id, status_name: 'Booked', services: ['MRI Knee'] }),
  )
  const detail = await clerk.get(`${PHP}appt/detail/${visit.id}`)
  expect(detail.body.result).toMatchObject({ visit: { id: visit.id }, receipts: [], consents: [] })
  const company = await clerk.get(`${PHP}appt/companyDetail`)
  expect(company.body.result).toMatchObject({ currency: 'INR', show_branch_name_on_invoice: 1 })
  const slots = await clerk.get(`${PHP}appt/freeSlots`, {
    branch_id: ANDHERI,
    department_id: front.departments.get('MRI') ?? '',
    start_dt: at(300).toISOString(),
    minutes: '30',
  })
  expect(slots.body.result[0]).toMatchObject({ start_dt: at(330).toISOString(), machine: 'MRI 1' })
  const patient = await server.signIn('dr.iyer')
  expect((await patient.get(`${PHP}appt/machineAppointments`, { date: day })).body.result).toEqual([])
})

test('a visit follows the reports of its studies, and is Scanned again when they are removed', async () => {
  const { visitId, studyId } = await server.db.database.tenant(CLIENT, async (tx) => {
    const row = await tx
      .selectFrom('study as s')
      .innerJoin('visit_service as vs', 'vs.id', 's.visit_service_id')
      .where('s.status', '=', 'Pending')
      .select(['s.id', 'vs.visit_id'])
      .executeTakeFirstOrThrow()
    return { visitId: row.visit_id, studyId: row.id }
  })
  const admin = await server.signIn('admin.sanjeevani')
  const visit = async () => (await admin.get(`${PHP}appt/detail/${visitId}`)).body.result.visit
  const before = await visit()
  expect(before.status).toBe(7)
  const doctors = {
    assigned_doctor_id: demoId('user', 'dr.mehta'),
    signed_by_doctor_id: demoId('user', 'dr.mehta'),
  }
  await admin.post(`${PHP}assignDoctor`, { study_id: studyId, ...doctors })
  const senior = await server.signIn('dr.mehta')
  expect((await saveReport(senior, studyId, { status: 'Draft' })).status).toBe(200)
  const drafted = await visit()
  expect(drafted).toMatchObject({
    status: 8,
    services: [{ report_status: 'Draft', assigned_doctor: 'Dr. Anjali Mehta' }],
  })
  expect(drafted.rev).toBeGreaterThan(before.rev)
  const unlink = await admin.post(unmatchedCalls.unlinkFromVisit.path, { study_id: studyId })
  expect(unlink.status).toBe(200)
  expect(await visit()).toMatchObject({ status: 7, services: [{ study_id: null, report_status: '' }] })
})
