import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BookingInput } from '#contract/calls/visits.ts'
import { type ApiUser, type DemoServer, NOW, openDemo } from '../../open-demo.ts'
import {
  type BookingFixture,
  booked,
  bookingOf,
  CLIENT,
  freeTime,
  MINUTE_MS,
  machineOf,
  openAllDay,
  openBookingFixture,
  saveUntilAnswered,
  type Wish,
} from '../../visit-desk/booking-fixture.ts'

let server: DemoServer
let clerk: ApiUser
let desk: ApiUser
let front: BookingFixture
beforeAll(async () => {
  server = await openDemo()
  await openAllDay(server)
  clerk = await server.signIn('reception.andheri')
  desk = await server.signIn('desk.andheri')
  front = await openBookingFixture(server)
})
afterAll(() => server.close())

const at = (minutes: number) => freeTime(minutes)
const USG = [machineOf('Ultrasound 1'), machineOf('Ultrasound 2')]

/** Returns a walk-in at an ultrasound machine, as Quick Book sends it. */
function walkIn(wish: Wish = {}): BookingInput {
  const booking = bookingOf(front, {
    department: 'Ultrasound',
    machine: USG[0] ?? null,
    codes: ['US-KUB'],
    ...wish,
  })
  for (const department of booking.departments)
    for (const machine of department.machines) machine.first_free = 1
  return booking
}
const placeOf = ({ machines: [slot] }: { machines: { machine_id: string; start_dt: string }[] }) => [
  USG.indexOf(slot?.machine_id ?? '') + 1,
  (Date.parse(slot?.start_dt ?? '') - at(0).getTime()) / MINUTE_MS,
]

test('a walk-in keeps the slot that the desk found while it is free', async () => {
  expect(placeOf(await booked(clerk, walkIn({ start: at(3) })))).toEqual([1, 3])
})

test('a slot taken by another desk is replaced by the next machine, then by the next time', async () => {
  const start = at(120)
  const visits = [
    await booked(clerk, walkIn({ start })),
    await booked(desk, walkIn({ start })),
    await booked(clerk, walkIn({ start })),
  ]
  expect(visits.map(placeOf)).toEqual([
    [1, 120],
    [2, 120],
    [1, 140],
  ])
  const [, , third] = visits
  expect(third).toMatchObject({
    flags: [],
    start_dt: at(140).toISOString(),
    end_dt: at(160).toISOString(),
    services: [{ machine_id: USG[0], start_dt: at(140).toISOString() }],
  })
})

test('ten simultaneous walk-ins all get different slots', async () => {
  const start = at(300)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => saveUntilAnswered(index % 2 ? clerk : desk, walkIn({ start }))),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const places = answers.map(({ body }) => placeOf(body.result.visit).join(' at '))
  expect(new Set(places).size).toBe(10)
})

test('an offline walk-in gets a slot on arrival, and needs no person', async () => {
  const start = at(600)
  await booked(clerk, walkIn({ start }))
  const input = walkIn({ start })
  const command = { id: randomUUID(), call: 'appt/save', version: 1, input, at: NOW.toISOString() }
  const { body } = await clerk.post('sync/commands', {
    device_id: randomUUID(),
    commands: [{ ...command, made_offline: true }],
  })
  const [answer] = body.answers
  expect([answer.status, answer.flags ?? []]).toEqual([200, []])
  expect(placeOf(answer.body.result.visit)).toEqual([2, 600])
})

test('a start that passed while the desk typed is not refused: the walk-in begins now', async () => {
  const visit = await booked(clerk, walkIn({ start: new Date(NOW.getTime() - 3 * MINUTE_MS) }))
  expect(Date.parse(visit.start_dt)).toBeGreaterThanOrEqual(Math.floor(NOW.getTime() / MINUTE_MS) * MINUTE_MS)
})

test('a second service of the visit goes around the first', async () => {
  const start = at(720)
  await booked(clerk, walkIn({ start }))
  const booking = walkIn({ start })
  const scan = bookingOf(front, { start: at(740) }).departments
  const visit = await booked(clerk, { ...booking, departments: [...booking.departments, ...scan] })
  const [first, second] = visit.machines
  expect([first, second].map((one) => one.machine_id)).toEqual([USG[1], machineOf('MRI 1')])
})

test('a chosen slot is refused as usual, and a moved walk-in is recorded', async () => {
  const start = at(840)
  await booked(clerk, walkIn({ start }))
  const chosen = bookingOf(front, {
    department: 'Ultrasound',
    machine: USG[0] ?? null,
    codes: ['US-KUB'],
    start,
  })
  expect((await saveUntilAnswered(clerk, chosen)).body.code).toBe('slot_taken')
  const moved = await booked(clerk, walkIn({ start }))
  const audit = await server.db.database.tenant(CLIENT, (tx) =>
    tx.selectFrom('audit_trail').select('action').where('record_id', '=', moved.id).execute(),
  )
  expect(audit.map(({ action }) => action)).toContain('place')
})
