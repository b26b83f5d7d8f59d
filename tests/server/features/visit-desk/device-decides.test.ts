import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { BookingInput } from '#contract/calls/visits.ts'
import type { CalendarCatalogue } from '#src/parts/booking/draft/wished-slots.ts'
import { judgeHere } from '#src/parts/booking/slots/judge-here.ts'
import { occupantsOf } from '#src/sync/desk/occupants.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import {
  ANDHERI,
  type BookingFixture,
  bookingOf,
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
let catalogue: CalendarCatalogue
let department: string
const HOURS = { open_time: '08:00', close_time: '20:00', time_zone: 'Asia/Kolkata' }
const PLACES = [machineOf('Ultrasound 1'), machineOf('Ultrasound 2'), null]
const CODES = ['US-ABPL', 'US-KUB']
const SLOT_MINUTES = 20

beforeAll(async () => {
  server = await openDemo()
  ;[clerk, desk] = await Promise.all([server.signIn('reception.andheri'), server.signIn('desk.andheri')])
  front = await openBookingFixture(server)
  department = front.departments.get('Ultrasound') ?? ''
  const all = async (name: string) => (await desk.get(`${PHP}master/${name}/ALL`)).body.result
  const [departments, services, machines] = await Promise.all(
    ['departments', 'services', 'machines'].map(all),
  )
  const places = machines
    .filter((one: { branch_id: string; status: 0 | 1 }) => one.branch_id === ANDHERI && one.status === 1)
    .toSorted((a: { disp_odr: number }, b: { disp_odr: number }) => a.disp_odr - b.disp_odr)
  catalogue = {
    departments,
    services,
    placesOf: (id) => places.filter((one: { department_id: string }) => one.department_id === id),
    slotMinutesOf: (id) => departments.find((one: { id: string }) => one.id === id)?.slot_duration,
  }
})
afterAll(() => server.close())

/** A person's action at the desk; `visit` selects one of the booked visits. */
type Act =
  | {
      kind: 'book' | 'move'
      visit: number
      place: number
      minutes: number
      services: number
      reason: string
      hoursReason: string
    }
  | { kind: 'cancel'; visit: number }

const number = fc.nat({ max: 30 })
const acts = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: placing('book') },
    { weight: 2, arbitrary: placing('move') },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), visit: number }) },
  ),
  { minLength: 18, maxLength: 28, size: 'max' },
)
function placing<Kind extends 'book' | 'move'>(kind: Kind) {
  return fc.record({
    kind: fc.constant(kind),
    visit: number,
    place: fc.constantFrom(0, 0, 0, 1, 1, 1, 2),
    // Some are near the closing time, which is eight hours and a half later.
    minutes: fc.oneof(
      { weight: 4, arbitrary: fc.nat({ max: 16 }).map((steps) => steps * 5) },
      { weight: 1, arbitrary: fc.nat({ max: 12 }).map((steps) => 460 + steps * 5) },
    ),
    services: fc.constantFrom(1, 2),
    reason: fc.constantFrom('', 'Emergency'),
    hoursReason: fc.constantFrom('', 'Night shift'),
  })
}

/** Each calendar uses a separate day without other bookings. */
let calendars = 0
const calendarDay = () => freeTime().getTime() + calendars++ * DAY_MS

/** Plays a calendar on the server, and checks the device's rules before each booking. */
async function play(caller: ApiUser, mayOverbook: boolean, steps: readonly Act[]) {
  const begins = calendarDay()
  const visits = new Map<string, VisitRow>()
  const pairs: { server: unknown; device: unknown }[] = []
  for (const act of steps) {
    const known = [...visits.values()]
    const chosen = known[act.visit % Math.max(1, known.length)]
    if (act.kind === 'cancel') {
      if (!chosen) continue
      const cancelled = { appt_id: chosen.id, rev: chosen.rev, reason: 'Ill' }
      const { body } = await caller.post(`${PHP}appt/cancelAppointment`, cancelled)
      if (body.result) visits.set(chosen.id, body.result.visit)
      continue
    }
    const visit = act.kind === 'move' ? chosen : undefined
    if (act.kind === 'move' && (!visit || visit.status === 12)) continue
    const input = inputOf(act, begins, visit)
    const device = judgeHere(input, {
      catalogue,
      hours: HOURS,
      visit,
      mayOverbook,
      occupants: occupantsOf([...visits.values()]),
      now: NOW.getTime(),
    })
    const { status, body } = await save(caller, input)
    pairs.push({
      device: device && { code: device.code, current: device.current, fields: device.fields },
      server: status === 200 ? undefined : { code: body.code, current: body.current, fields: body.fields },
    })
    if (status === 200) visits.set(body.appt_id, body.result.visit)
  }
  return pairs
}

function inputOf(
  act: Extract<Act, { kind: 'book' | 'move' }>,
  begins: number,
  visit: VisitRow | undefined,
): BookingInput {
  const start = new Date(begins + act.minutes * MINUTE_MS)
  const codes = CODES.slice(0, act.services)
  const booking = bookingOf(front, {
    department: 'Ultrasound',
    machine: PLACES[act.place] ?? null,
    start,
    codes,
    ...(visit && { id: visit.id, rev: visit.rev }),
    more: {
      ...(act.reason !== '' && { overbook_reason: act.reason }),
      ...(act.hoursReason !== '' && { hours_reason: act.hoursReason }),
    },
  })
  const [first] = booking.departments
  const [slot] = first!.machines
  const before = visit?.machines[0]
  const end = new Date(start.getTime() + codes.length * SLOT_MINUTES * MINUTE_MS)
  const machines = [{ ...slot!, id: before?.id ?? randomUUID(), end_dt: end.toISOString() }]
  return { ...booking, departments: [{ ...first!, id: department, machines }] }
}

test.each([
  ['who may book over another visit', true],
  ['who may not', false],
])(
  'on any calendar the device decides like the server, with the same free slots, for %s',
  { timeout: 120_000 },
  async (_, mayOverbook) => {
    await fc.assert(
      fc.asyncProperty(acts, async (steps) => {
        const pairs = await play(mayOverbook ? desk : clerk, mayOverbook, steps)
        expect(pairs.map(({ device }) => device)).toEqual(pairs.map(({ server: said }) => said))
      }),
      { numRuns: 12 },
    )
  },
)

test('a past start is refused by both', async () => {
  const start = new Date(NOW.getTime() - 5 * MINUTE_MS)
  const input = bookingOf(front, { start })
  const place = { catalogue, hours: HOURS, visit: undefined, mayOverbook: false, occupants: [] }
  expect(judgeHere(input, { ...place, now: NOW.getTime() })?.code).toBe('past_booking')
  expect((await save(clerk, input)).body.code).toBe('past_booking')
})
