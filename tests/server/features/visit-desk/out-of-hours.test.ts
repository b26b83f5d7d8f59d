import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BookingInput } from '#contract/calls/visits.ts'
import { type ApiUser, type DemoServer, NOW, openDemo } from '../open-demo.ts'
import {
  type BookingFixture,
  booked,
  bookingOf,
  CLIENT,
  DAY_MS,
  freeTime,
  MINUTE_MS,
  machineOf,
  openBookingFixture,
  save,
} from './booking-fixture.ts'

let server: DemoServer
let clerk: ApiUser
let desk: ApiUser
let front: BookingFixture
beforeAll(async () => {
  server = await openDemo()
  clerk = await server.signIn('reception.andheri')
  desk = await server.signIn('desk.andheri')
  front = await openBookingFixture(server)
})
afterAll(() => server.close())

/** Minutes from 11:30 to 03:00 at Andheri. */
const THREE_AT_NIGHT = 930
let nights = 0
/** Returns 03:00 at Andheri, which is open from 08:00 to 20:00; each call uses another night. */
const atNight = () => new Date(freeTime(THREE_AT_NIGHT).getTime() + nights++ * DAY_MS)
const night = (more: Partial<BookingInput> = {}) => bookingOf(front, { start: atNight(), more })

const auditOf = (visitId: string) =>
  server.db.database.tenant(CLIENT, (tx) =>
    tx
      .selectFrom('audit_trail')
      .select(['action', 'detail'])
      .where('client_id', '=', CLIENT)
      .where('record_id', '=', visitId)
      .where('action', '=', 'out_of_hours')
      .execute(),
  )

test('a start at three at night is refused at its field, with free slots in the opening hours', async () => {
  const { status, body } = await save(desk, night())
  expect([status, body.code, body.message]).toEqual([
    422,
    'out_of_hours',
    'The branch is closed at that time.',
  ])
  expect(body.fields).toEqual({ 'departments.0.machines.0.start_dt': 'is outside the open hours' })
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: 'Asia/Kolkata' })
  const hours: number[] = body.current.map(({ start_dt }: { start_dt: string }) =>
    Number(clock.format(new Date(start_dt))),
  )
  expect(hours.length).toBeGreaterThan(0)
  expect(Math.min(...hours)).toBe(8)
  expect(Math.max(...hours)).toBeLessThan(20)
  expect(body.current[0].machine_id).toBe(machineOf('MRI 1'))
})

test('a user with the right to overbook books it with a reason, which is in the audit trail', async () => {
  const visit = await booked(desk, night({ hours_reason: ' Fasting patient ' }))
  expect(await auditOf(visit.id)).toEqual([
    { action: 'out_of_hours', detail: expect.objectContaining({ reason: 'Fasting patient' }) },
  ])
  expect((await save(clerk, night({ hours_reason: 'Fasting patient' }))).body.code).toBe('not_permitted')
})

test('a visit moved within the night is asked again, an unmoved one is not', async () => {
  const start = atNight()
  const visit = await booked(desk, bookingOf(front, { start, more: { hours_reason: 'Accident' } }))
  const at = (from: Date, rev: number): BookingInput => {
    const booking = bookingOf(front, { id: visit.id, rev, start: from })
    const [slot] = booking.departments[0]?.machines ?? []
    const [line] = slot?.services ?? []
    if (!slot || !line) throw new Error('nothing is booked')
    slot.id = visit.machines[0].id
    line.id = visit.services[0].id
    return booking
  }
  const kept = await booked(clerk, at(start, visit.rev))
  const later = new Date(start.getTime() + 30 * MINUTE_MS)
  expect((await save(desk, at(later, kept.rev))).body.code).toBe('out_of_hours')
})

test('a walk-in at night needs the reason and no right', async () => {
  const walkIn = (more: Partial<BookingInput> = {}) => {
    const booking = night(more)
    for (const { machines } of booking.departments) for (const slot of machines) slot.first_free = 1
    return booking
  }
  expect((await save(clerk, walkIn())).body.code).toBe('out_of_hours')
  const visit = await booked(clerk, walkIn({ hours_reason: 'Walk-in at night' }))
  expect(await auditOf(visit.id)).toHaveLength(1)
})

test('an older device’s offline booking is kept, and the audit trail has it without a reason', async () => {
  const input = night()
  const command = { id: randomUUID(), call: 'appt/save', version: 1, input, at: NOW.toISOString() }
  const { body } = await clerk.post('sync/commands', {
    device_id: randomUUID(),
    commands: [{ ...command, made_offline: true }],
  })
  const [answer] = body.answers
  expect(answer.status).toBe(200)
  expect(answer.body.result.visit).toMatchObject({ flags: [], start_dt: input.start_dt })
  expect(await auditOf(answer.body.appt_id)).toEqual([
    { action: 'out_of_hours', detail: expect.objectContaining({ reason: '' }) },
  ])
})
