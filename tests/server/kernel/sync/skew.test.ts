import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAdmin } from '#tests/server/features/look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo } from '#tests/server/features/open-demo.ts'
import { registration } from '#tests/server/features/patients/patient-fixture.ts'
import { cash, putVisit } from '#tests/server/features/payments/money-fixture.ts'
import {
  type BookingFixture,
  bookingOf,
  MINUTE_MS,
  openBookingFixture,
} from '#tests/server/features/visit-desk/booking-fixture.ts'

const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let server: DemoServer
let clerk: ApiUser
let front: BookingFixture
beforeAll(async () => {
  server = await openDemo()
  clerk = await server.signIn('desk.andheri')
  front = await openBookingFixture(server)
})
afterAll(() => server.close())

interface Told {
  call: string
  input: object
  version?: number
  /** How far the device's clock is behind the server's, in milliseconds. */
  behind: number
  /** Whether the device measured the difference. */
  isMeasured?: boolean
  offline?: boolean
  /** How long the command waited on the device. */
  lay?: number
}

/** Delivers a command of a device whose clock is wrong. */
async function deliver({ call, input, version, behind, isMeasured, offline, lay = 0 }: Told) {
  const command = {
    id: mintId(),
    call,
    version: version ?? 1,
    input,
    at: new Date(NOW.getTime() - lay - behind).toISOString(),
    ...(isMeasured !== false && { skew_ms: behind }),
    ...(offline !== false && { made_offline: true }),
  }
  const { body } = await clerk.post('sync/commands', { device_id: mintId(), commands: [command] })
  return body.answers[0]
}

const CLOCKS = [
  ['an hour behind', HOUR_MS],
  ['an hour ahead', -HOUR_MS],
  ['three days behind', 3 * DAY_MS],
  ['three days ahead', -3 * DAY_MS],
] as const

test.each(CLOCKS)('a walk-in is booked by a desk whose clock is %s', async (_, behind) => {
  for (const [i, isMeasured] of [true, false].entries()) {
    // The form proposes ten minutes from now by the desk's clock.
    const start = new Date(NOW.getTime() - behind + (10 + 40 * i) * MINUTE_MS)
    const told = { call: 'appt/save', behind, isMeasured }
    expect(await deliver({ ...told, input: bookingOf(front, { start }) })).toMatchObject({ status: 200 })
    const live = await deliver({ ...told, input: bookingOf(front, { start }), offline: false })
    // The previous one has the slot.
    expect([200, 'slot_taken']).toContain(live.status === 200 ? 200 : live.body.code)
  }
})

test('a booking made before its start is accepted, however late it arrives', async () => {
  const start = new Date(NOW.getTime() - 2 * DAY_MS)
  const input = bookingOf(front, { start })
  const answer = await deliver({ call: 'appt/save', input, behind: 0, lay: 2 * DAY_MS + HOUR_MS })
  expect(answer).toMatchObject({ status: 200 })
})

test('a past start is refused if it was booked online', async () => {
  const start = new Date(NOW.getTime() - HOUR_MS)
  const answer = await deliver({
    call: 'appt/save',
    input: bookingOf(front, { start }),
    behind: 0,
    offline: false,
  })
  expect(answer.body.code).toBe('past_booking')
})

test.each(CLOCKS)('a payment counts on the day it was taken where the clock is %s', async (_, behind) => {
  const lay = 2 * HOUR_MS
  const receipt = { id: mintId(), ...cash(100) }
  const taken_on = new Date(NOW.getTime() - lay - behind).toISOString()
  const input = { appt_id: await putVisit(server), taken_on, receipts: [receipt] }
  expect(await deliver({ call: 'appt/createReceipts', input, behind, lay })).toMatchObject({ status: 200 })
  const [row] = await askAdmin<{ taken_on: Date }>(server, 'select taken_on from receipt where id = $1', [
    receipt.id,
  ])
  expect(row?.taken_on).toEqual(new Date(NOW.getTime() - lay))
})

test.each(CLOCKS)(
  'a visit starts at the time given by its person where the clock is %s',
  async (_, behind) => {
    for (const isMeasured of [true, false]) {
      const appt_id = await putVisit(server)
      const told = { call: 'appt/startVisit', input: { appt_id }, behind, isMeasured, lay: HOUR_MS }
      expect(await deliver(told)).toMatchObject({ status: 200 })
      const [row] = await askAdmin<{ started_on: Date }>(
        server,
        'select started_on from visit where id = $1',
        [appt_id],
      )
      if (isMeasured) expect(row?.started_on).toEqual(new Date(NOW.getTime() - HOUR_MS))
      // A start is never in the future, whatever the device's clock shows.
      else expect(row?.started_on.getTime()).toBeLessThanOrEqual(NOW.getTime())
    }
  },
)

test('a child born today is registered by a desk whose clock is a day ahead', async () => {
  const dob = new Date(NOW.getTime() + DAY_MS).toISOString().slice(0, 10)
  for (const isMeasured of [true, false]) {
    const input = registration({ dob })
    const told = { call: 'patient/save', input, behind: -DAY_MS, isMeasured }
    expect(await deliver(told)).toMatchObject({ status: 200 })
  }
  const later = registration({ dob: new Date(NOW.getTime() + 5 * DAY_MS).toISOString().slice(0, 10) })
  const answer = await deliver({ call: 'patient/save', input: later, behind: -DAY_MS })
  expect(answer).toMatchObject({ status: 400, body: { fields: { dob: expect.anything() } } })
})
