import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BookingInput } from '#contract/calls/visits.ts'
import { type ApiUser, type DemoServer, NOW, openDemo } from '../open-demo.ts'
import {
  type BookingFixture,
  booked,
  bookingOf,
  CLIENT,
  freeTime,
  MINUTE_MS,
  openBookingFixture,
} from './booking-fixture.ts'

let server: DemoServer
let clerk: ApiUser
let front: BookingFixture
beforeAll(async () => {
  server = await openDemo()
  clerk = await server.signIn('reception.andheri')
  front = await openBookingFixture(server)
})
afterAll(() => server.close())

const at = (minutes: number) => freeTime(minutes)

/** Sends a booking that was made offline, as the outbox does. */
async function saveLater(input: BookingInput, made: Date, offline = true) {
  const command = {
    id: mintId(),
    call: 'appt/save',
    version: 1,
    input,
    at: made.toISOString(),
    made_offline: offline,
  }
  const { body } = await clerk.post('sync/commands', { device_id: mintId(), commands: [command] })
  return body.answers[0]
}

test('an offline booking of a taken slot keeps the visit without a machine, flagged for a person', async () => {
  await booked(clerk, bookingOf(front, { start: at(0) }))
  const booking = bookingOf(front, { start: at(0), more: { provisional_no: 'FD2-1121-090000A' } })
  const answer = await saveLater(booking, NOW)
  expect([answer.status, answer.flags]).toEqual([200, ['needs_slot']])
  const { visit } = answer.body.result
  expect(visit).toMatchObject({ flags: ['needs_slot'], services: [{ machine_id: null }] })
  expect(visit.visit_no).toMatch(/^V\d{6}$/)
  const again = bookingOf(front, { start: at(0), id: visit.id, rev: visit.rev })
  const [slot] = booking.departments[0]!.machines
  again.departments[0]!.machines[0] = {
    ...slot!,
    start_dt: at(30).toISOString(),
    end_dt: at(60).toISOString(),
  }
  expect(await booked(clerk, again)).toMatchObject({ flags: [] })
})

test('the same booking made online is refused', async () => {
  await booked(clerk, bookingOf(front, { start: at(120) }))
  const answer = await saveLater(bookingOf(front, { start: at(120) }), NOW, false)
  expect([answer.status, answer.body.code]).toEqual([422, 'slot_taken'])
})

test('an examination without a machine is refused online, and waits for one offline', async () => {
  const booking = bookingOf(front, { start: at(300) })
  const [slot] = booking.departments[0]!.machines
  booking.departments[0]!.machines[0] = { ...slot!, machine_id: null }
  const refused = await saveLater(booking, NOW, false)
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([
    400,
    ['departments.0.machines.0.machine_id'],
  ])
  const kept = await saveLater(booking, NOW)
  expect([kept.status, kept.flags]).toEqual([200, ['needs_slot']])
})

test('a start in the future at booking time is not past because of an outage', async () => {
  const made = new Date(NOW.getTime() - 60 * MINUTE_MS)
  const start = new Date(NOW.getTime() - 50 * MINUTE_MS)
  expect((await saveLater(bookingOf(front, { start }), made)).status).toBe(200)
})

test('the device’s accession number finds the same service as the final one', async () => {
  const booking = bookingOf(front, { start: at(240) })
  booking.departments[0]!.machines[0]!.services[0]!.provisional_accession = 'FD21121090000000'
  const answer = await saveLater(booking, NOW)
  expect(answer.status).toBe(200)
  const alias = await server.db.database.tenant(CLIENT, (tx) =>
    tx
      .selectFrom('visit_service')
      .select(['accession_no', 'accession_alias'])
      .where('visit_id', '=', booking.id)
      .executeTakeFirstOrThrow(),
  )
  expect(alias.accession_alias).toBe('FD21121090000000')
  expect(alias.accession_no).toMatch(/^S260\d{6}$/)
})
