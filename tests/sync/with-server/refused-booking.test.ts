import { v7 as mintId } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type BookingInput, visitCalls } from '#contract/calls/visits.ts'
import { sendBooking } from '#src/parts/booking/save/send-booking.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { findBookingOrigin } from '#src/sync/desk/booking-origin.ts'
import { recordPayment } from '#src/sync/desk/record-payment.ts'
import { findVisit, findVisitParts } from '#src/sync/desk/use-visit.ts'
import { awaitOutcome } from '#src/sync/outbox/look/await-outcome.ts'
import { enqueue } from '#src/sync/outbox/make/enqueue.ts'
import { giveUp } from '#src/sync/outbox/refused/parked.ts'
import { readCacheState } from '#src/sync/pull/cache-state.ts'
import { askAdmin } from '#tests/server/features/look-inside.ts'
import { type DemoServer, NOW, openDemo } from '#tests/server/features/open-demo.ts'
import {
  ANDHERI,
  type BookingFixture,
  bookingOf,
  freeTime,
  MINUTE_MS,
  openBookingFixture,
  serviceOf,
  type Wish,
} from '#tests/server/features/visit-desk/booking-fixture.ts'
import { until } from '../support/test-page.ts'
import { type DemoPage, openDemoPage } from './demo-page.ts'

let demo: DemoServer
let front: BookingFixture
let page: DemoPage
beforeAll(async () => {
  demo = await openDemo()
  front = await openBookingFixture(demo)
})
afterEach(async () => {
  setDevice(undefined)
  await page.device.stop()
  // The next test is another desk.
  await Promise.all([page.databases.work.outbox.clear(), page.databases.work.overlay.clear()])
})
afterAll(() => demo.close())

async function start() {
  page = await openDemoPage(demo, 'desk.andheri')
  setDevice(page.device)
  await until(async () => (await readCacheState(page.databases.cache)).isComplete, 'the first pull')
  return page
}

/** Books, starts and takes money while the server is not reachable. */
async function workOffline(booking: BookingInput, amounts: readonly number[]) {
  page.link.set(false)
  await sendBooking(booking, { rev: 0 }, 'Book')
  await enqueue('appt/startVisit', { appt_id: booking.id }, { label: 'Start' })
  for (const amount of amounts) await pay(booking.id, amount)
}

async function pay(visitId: string, amount: number) {
  const visit = {
    id: visitId,
    rev: 0,
    branch_id: ANDHERI,
    patient_id: front.patientId,
    is_radiology: 1,
  } as const
  await recordPayment(visit, [{ mode: 'Cash', amount }])
}

function goOnline() {
  page.link.set(true)
  page.device.wake()
}

/** Returns a booking that the server refuses: its service is of another department. */
function badBooking(start: Date): BookingInput {
  const booking = bookingOf(front, { start })
  booking.departments[0]!.machines[0]!.services[0]!.service_id = serviceOf('US-ABPL')
  return booking
}

const mended = (bad: BookingInput): BookingInput => {
  const booking = structuredClone(bad)
  booking.departments[0]!.machines[0]!.services[0]!.service_id = serviceOf('MR-KNEE')
  return booking
}

/** Returns the codes of the server's refusals. */
async function refusals() {
  const { work, outbox } = page.databases
  const parked = await work.outbox.where('state').equals('parked').toArray()
  return (await outbox.openAll(parked)).map(({ body }) => body.refusal?.code)
}

/** Returns the base of a change of the visit, as the device shows it now. */
async function originOf(id: string) {
  const { rev = 0 } = (await findVisit(page.device, id)) ?? {}
  return findBookingOrigin({ id, rev })
}

/** Returns the booking at another price. */
function changedTo(booking: BookingInput, charges: number): BookingInput {
  const changed = { ...structuredClone(booking), change_reason: 'agreed' }
  changed.departments[0]!.machines[0]!.services[0]!.charges = charges
  return changed
}

/** Makes a booking whose copy is on this device. */
async function bookedHere(minutes: number, wish: Wish = {}) {
  const booking = bookingOf(front, { start: freeTime(minutes), ...wish })
  await sendBooking(booking, { rev: 0 }, 'Book')
  await until(
    async () => (await findVisit(page.device, booking.id))?.isWaiting === false,
    'the copy of the booking',
  )
  return booking
}

const queue = async () =>
  (await page.databases.work.outbox.orderBy('seq').toArray())
    .filter(({ state }) => state !== 'acked')
    .map(({ call, state }) => `${call} ${state}`)
const receiptsOf = (visitId: string) =>
  askAdmin<{ amount: number; is_unallocated: boolean }>(
    demo,
    'select amount::int, is_unallocated from receipt where visit_id = $1 order by receipt_no',
    [visitId],
  )
const visitOf = async (id: string) =>
  (
    await askAdmin<{ status: number; flags: string[]; received: number; services: number }>(
      demo,
      `select v.status, v.flags, v.received::int, (select count(*)::int from visit_service s where s.visit_id = v.id)
         as services from visit v where v.id = $1`,
      [id],
    )
  )[0]

test('the money of a refused booking is at the server, and the corrected booking is sent before its start', async () => {
  await start()
  const bad = badBooking(freeTime(1440))
  await workOffline(bad, [3000, 4000])
  goOnline()
  await until(async () => (await receiptsOf(bad.id)).length === 2, 'the money')
  await until(async () => (await queue()).length === 2, 'the queue')
  expect(await queue()).toEqual(['appt/save parked', 'appt/startVisit waiting'])
  expect(await visitOf(bad.id)).toMatchObject({ status: 1, received: 7000, services: 0 })
  const { outcome } = await sendBooking(mended(bad), { rev: 0 }, 'Book')
  expect(outcome).toMatchObject({ kind: 'acked' })
  await until(async () => (await queue()).length === 0, 'the rest')
  expect(await visitOf(bad.id)).toEqual({ status: 5, flags: [], received: 7000, services: 1 })
  expect((await receiptsOf(bad.id)).map((one) => one.is_unallocated)).toEqual([false, false])
})

test('money taken after the refusal is filed in the same place', async () => {
  await start()
  const bad = badBooking(freeTime(1500))
  await workOffline(bad, [])
  goOnline()
  await until(async () => (await queue()).includes('appt/save parked'), 'the refusal')
  await pay(bad.id, 500)
  await until(async () => (await receiptsOf(bad.id)).length === 1, 'the money')
  expect(await visitOf(bad.id)).toMatchObject({ received: 500, services: 0 })
})

test('discarding a booking leaves its filed money in place, or lets it be filed', async () => {
  await start()
  const bad = badBooking(freeTime(1560))
  await workOffline(bad, [250])
  const rows = await page.databases.work.outbox.where('aggregate').equals(`visit:${bad.id}`).sortBy('seq')
  for (const { id } of rows.toReversed()) expect(await giveUp(id)).toBe('gone')
  goOnline()
  await until(async () => (await queue()).length === 0, 'the queue')
  expect(await receiptsOf(bad.id)).toEqual([{ amount: 250, is_unallocated: true }])
})

test('a change of a visit that is not here creates no visit', async () => {
  await start()
  const bad = badBooking(freeTime(1620))
  await workOffline(bad, [250])
  expect(await findVisit(page.device, bad.id)).toMatchObject({ paid: 250, services: [{}] })
  // Before the money arrived, and the visit with it.
  const [save] = await page.databases.work.outbox.where('aggregate').equals(`visit:${bad.id}`).sortBy('seq')
  await page.databases.work.outbox.update(save!.id, { state: 'parked' })
  expect(await findVisit(page.device, bad.id)).toBeUndefined()
  expect(await findVisitParts(page.device, 'receipt', bad.id)).toHaveLength(1)
})

test('a desk whose clock is an hour behind keeps its promises', async () => {
  await start()
  page.browser.clock = NOW.getTime() - 60 * MINUTE_MS
  const soon = new Date(page.browser.clock + 10 * MINUTE_MS)
  const booking = bookingOf(front, { start: soon, id: mintId() })
  await workOffline(booking, [7000])
  goOnline()
  await until(async () => (await queue()).length === 0, 'the queue')
  expect(await visitOf(booking.id)).toMatchObject({ status: 5, received: 7000, services: 1 })
})

test('a move that the server confirmed is undone at once, before the feed delivers it', async () => {
  await start()
  const booking = bookingOf(front, { start: freeTime(1680) })
  await sendBooking(booking, { rev: 0 }, 'Book')
  await until(
    async () => (await findVisit(page.device, booking.id))?.isWaiting === false,
    'the copy of the booking',
  )
  page.feed.isSilent = true
  const moved = bookingOf(front, { start: freeTime(1740), id: booking.id })
  for (const to of [moved, booking, moved]) {
    const { outcome } = await sendBooking(to, await originOf(booking.id), 'Move')
    expect(outcome).toMatchObject({ kind: 'acked' })
  }
  page.feed.isSilent = false
  page.link.set(false)
  goOnline()
  await until(
    async () => (await findVisit(page.device, booking.id))?.isWaiting === false,
    'the copy of the moved booking',
  )
  expect(await findVisit(page.device, booking.id)).toMatchObject({ start_dt: moved.start_dt })
})

test('a booking that the server has just confirmed is moved before its copy is here', async () => {
  await start()
  page.feed.isSilent = true
  const booking = bookingOf(front, { start: freeTime(2880) })
  expect((await sendBooking(booking, { rev: 0 }, 'Book')).outcome).toMatchObject({ kind: 'acked' })
  const moved = bookingOf(front, { start: freeTime(2940), id: booking.id })
  expect((await sendBooking(moved, await originOf(booking.id), 'Move')).outcome).toMatchObject({
    kind: 'acked',
  })
  const [stored] = await askAdmin<{ start_dt: Date }>(demo, 'select start_dt from visit where id = $1', [
    booking.id,
  ])
  expect(stored?.start_dt.toISOString()).toBe(moved.start_dt)
  page.feed.isSilent = false
})

test('an edit is refused if somebody else changed the visit before a change that the server confirmed', async () => {
  await start()
  const booking = bookingOf(front, { start: freeTime(1800) })
  await sendBooking(booking, { rev: 0 }, 'Book')
  await until(
    async () => (await findVisit(page.device, booking.id))?.isWaiting === false,
    'the copy of the booking',
  )
  page.feed.isSilent = true
  const other = bookingOf(front, { start: freeTime(1860), id: booking.id })
  const { rev: before = 0 } = (await findVisit(page.device, booking.id)) ?? {}
  await page.call(visitCalls.save, other, { baseRev: before, commandId: mintId() })
  const started = await enqueue('appt/startVisit', { appt_id: booking.id }, { label: 'Start' })
  expect(await awaitOutcome(started)).toMatchObject({ kind: 'acked' })
  const { rev = 0 } = (await findVisit(page.device, booking.id)) ?? {}
  expect(rev).toBe(before)
  const { outcome } = await sendBooking(booking, await originOf(booking.id), 'Move')
  expect(outcome).toMatchObject({ kind: 'parked', refusal: { code: 'conflict' } })
  page.feed.isSilent = false
})

test('a change behind a waiting start of this desk does not overwrite another desk’s change', async () => {
  await start()
  const booking = await bookedHere(4320)
  const opened = await originOf(booking.id)
  const theirs = structuredClone(booking)
  const [slot] = theirs.departments[0]!.machines
  theirs.start_dt = slot!.start_dt = freeTime(4380).toISOString()
  theirs.end_dt = slot!.end_dt = freeTime(4410).toISOString()
  await page.call(visitCalls.save, theirs, { baseRev: opened.rev, commandId: mintId() })
  page.link.set(false)
  await enqueue('appt/startVisit', { appt_id: booking.id }, { label: 'Start' })
  await sendBooking(changedTo(booking, 6900), opened, 'Change')
  goOnline()
  await until(async () => (await queue()).length === 1, 'the queue')
  expect(await refusals()).toEqual(['conflict'])
  const [stored] = await askAdmin<{ start_dt: Date; status: number }>(
    demo,
    'select start_dt, status from visit where id = $1',
    [booking.id],
  )
  expect(stored).toMatchObject({ start_dt: new Date(theirs.start_dt), status: 5 })
})

test('a change continues from a waiting change of this desk, across a start between the two', async () => {
  await start()
  const booking = await bookedHere(4440)
  page.link.set(false)
  const first = { ...structuredClone(booking), overbook_reason: 'first' }
  await sendBooking(first, await originOf(booking.id), 'Change')
  await enqueue('appt/startVisit', { appt_id: booking.id }, { label: 'Start' })
  await sendBooking(changedTo(booking, 6900), await originOf(booking.id), 'Change')
  goOnline()
  await until(async () => (await queue()).length === 0, 'the queue')
  const [stored] = await askAdmin<{ net: number }>(
    demo,
    'select net_charges::int as net from visit where id = $1',
    [booking.id],
  )
  expect(stored).toEqual({ net: 6900 })
})

test('a visit is changed again before its copy is here, after a change that raised its revision by several', async () => {
  await start()
  const booking = await bookedHere(4500)
  await pay(booking.id, 6900)
  await until(async () => (await findVisit(page.device, booking.id))?.paid === 6900, 'the payment')
  await until(async () => (await findVisit(page.device, booking.id))?.isWaiting === false, 'its copy')
  page.feed.isSilent = true
  for (const charges of [6900, 6950]) {
    const { outcome } = await sendBooking(changedTo(booking, charges), await originOf(booking.id), 'Change')
    expect(outcome).toMatchObject({ kind: 'acked' })
  }
  page.feed.isSilent = false
})
