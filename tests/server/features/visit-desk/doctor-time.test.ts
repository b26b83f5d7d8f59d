import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BookingInput } from '#contract/calls/visits.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import {
  ANDHERI,
  type BookingFixture,
  booked,
  bookingOf,
  CLIENT,
  freeTime,
  openBookingFixture,
  save,
  type Wish,
} from './booking-fixture.ts'

let server: DemoServer
let clerk: ApiUser
let desk: ApiUser
let front: BookingFixture
let doctor: string
beforeAll(async () => {
  server = await openDemo()
  clerk = await server.signIn('reception.andheri')
  desk = await server.signIn('desk.andheri')
  front = await openBookingFixture(server)
  const row = await server.db.database.tenant(CLIENT, (tx) =>
    tx.selectFrom('app_user').select('id').where('is_clinic_doctor', '=', true).executeTakeFirstOrThrow(),
  )
  doctor = row.id
})
afterAll(() => server.close())

const at = (minutes: number) => freeTime(minutes)
/** Returns a consultation of the clinic's doctor. */
const consultation = (wish: Wish = {}): BookingInput =>
  bookingOf(front, {
    department: 'Cardiology',
    machine: null,
    doctor,
    codes: ['CL-CARD'],
    ...wish,
    more: { is_radiology: 0, ...wish.more },
  })

async function saveOffline(input: BookingInput) {
  const command = { id: randomUUID(), call: 'appt/save', version: 1, input, at: NOW.toISOString() }
  const { body } = await clerk.post('sync/commands', {
    device_id: randomUUID(),
    commands: [{ ...command, made_offline: true }],
  })
  return body.answers[0]
}

test('a second patient at the doctor’s time is refused, and the doctor’s free times are offered', async () => {
  await booked(clerk, consultation({ start: at(0) }))
  const { status, body } = await save(clerk, consultation({ start: at(5) }))
  expect([status, body.code, body.message]).toEqual([422, 'slot_taken', 'This slot is already booked.'])
  expect(body.current[0]).toMatchObject({
    machine_id: null,
    doctor_id: doctor,
    // The department's next slot of 20 minutes, counted from the opening.
    start_dt: at(30).toISOString(),
  })
})

test('one of two desks that book one doctor at once is refused', async () => {
  const answers = await Promise.all([clerk, desk].map((one) => save(one, consultation({ start: at(120) }))))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
})

test('the time of a cancelled consultation is free again', async () => {
  const visit = await booked(clerk, consultation({ start: at(180) }))
  await clerk.post(`${PHP}appt/cancelAppointment`, { appt_id: visit.id, rev: visit.rev, reason: 'Ill' })
  expect((await save(clerk, consultation({ start: at(180) }))).status).toBe(200)
})

test('overbooking a doctor needs the right and a reason', async () => {
  await booked(clerk, consultation({ start: at(240) }))
  const again = consultation({ start: at(240), more: { overbook_reason: 'Chest pain' } })
  expect((await save(clerk, again)).body.code).toBe('not_permitted')
  const visit = await booked(desk, again)
  const [slot] = await server.db.database.tenant(CLIENT, (tx) =>
    tx.selectFrom('visit_machine').selectAll().where('visit_id', '=', visit.id).execute(),
  )
  expect(slot).toMatchObject({ doctor_id: doctor, blocks: false, overbook_reason: 'Chest pain' })
})

test('a conflicting offline booking is kept without a doctor until one is chosen', async () => {
  await booked(clerk, consultation({ start: at(300) }))
  const late = consultation({ start: at(300) })
  const answer = await saveOffline(late)
  expect([answer.status, answer.flags]).toEqual([200, ['needs_slot']])
  const { visit } = answer.body.result
  expect(visit).toMatchObject({ flags: ['needs_slot'], machines: [{ machine_id: null, doctor_id: null }] })

  const edit = (change: Partial<BookingInput['departments'][number]['machines'][number]>, rev: number) => {
    const [department] = late.departments
    const machines = department!.machines.map((slot) => ({ ...slot, ...change }))
    return { ...late, rev, departments: [{ ...department!, machines }] }
  }
  const tagged = await booked(clerk, edit({ doctor_id: null }, visit.rev))
  expect(tagged.flags).toEqual(['needs_slot'])
  const { body } = await clerk.get(`${PHP}appt/freeSlots`, {
    branch_id: ANDHERI,
    department_id: front.departments.get('Cardiology') ?? '',
    of_doctors: '1',
    start_dt: at(300).toISOString(),
    minutes: '15',
    appt_id: visit.id,
  })
  const [free] = body.result
  expect(free.doctor_id).toBe(doctor)
  const placed = { doctor_id: free.doctor_id, start_dt: free.start_dt, end_dt: free.end_dt }
  expect(await booked(clerk, edit(placed, tagged.rev))).toMatchObject({
    flags: [],
    machines: [{ doctor_id: doctor }],
  })
})

test('services of one visit share their doctor, and a department with overlapping visits is not checked', async () => {
  await booked(clerk, consultation({ start: at(420), codes: ['CL-CARD', 'CL-ECG'] }))
  const cardiology = front.departments.get('Cardiology') ?? ''
  const overlap = (may_overlap: boolean) =>
    server.db.database.tenant(CLIENT, (tx) =>
      tx.updateTable('department_client').set({ may_overlap }).where('id', '=', cardiology).execute(),
    )
  await overlap(true)
  expect((await save(clerk, consultation({ start: at(420) }))).status).toBe(200)
  await overlap(false)
})
