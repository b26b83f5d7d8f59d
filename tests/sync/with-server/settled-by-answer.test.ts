import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendBooking } from '#src/parts/booking/save/send-booking.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { recordPayment } from '#src/sync/desk/record-payment.ts'
import { findVisit, findVisitParts } from '#src/sync/desk/use-visit.ts'
import { enqueue } from '#src/sync/outbox/make/enqueue.ts'
import { readCacheState } from '#src/sync/pull/cache-state.ts'
import { heldVisits } from '#src/sync/visits/held-visits.ts'
import { type DemoServer, openDemo } from '#tests/server/features/open-demo.ts'
import {
  ANDHERI,
  type BookingFixture,
  bookingOf,
  freeTime,
  openBookingFixture,
} from '#tests/server/features/visit-desk/booking-fixture.ts'
import { isDrained, until } from '../support/test-page.ts'
import { type DemoPage, openDemoPage } from './demo-page.ts'

let demo: DemoServer
let front: BookingFixture
let page: DemoPage
beforeAll(async () => {
  demo = await openDemo()
  front = await openBookingFixture(demo)
  page = await openDemoPage(demo, 'desk.andheri')
  setDevice(page.device)
  await until(async () => (await readCacheState(page.databases.cache)).isComplete, 'the first pull')
})
afterAll(async () => {
  setDevice(undefined)
  await page.device.stop()
  await demo.close()
})

test('a receipt gets its final number from the answer, before the feed brings it', async () => {
  page.link.set(false)
  const booking = bookingOf(front, { start: freeTime() })
  await sendBooking(booking, { rev: 0 }, 'Book')
  await enqueue('appt/startVisit', { appt_id: booking.id }, { label: 'Start' })
  const visit = {
    id: booking.id,
    rev: 0,
    branch_id: ANDHERI,
    patient_id: front.patientId,
    is_radiology: 1,
  } as const
  await recordPayment(visit, [{ mode: 'Cash', amount: 500 }])
  const receipts = () => findVisitParts(page.device, 'receipt', booking.id)
  const [kept] = await receipts()
  expect(kept).toMatchObject({ receipt_no: '', isWaiting: true })

  page.feed.isSilent = true
  page.link.set(true)
  page.device.wake()
  await until(() => isDrained(page.databases), 'the deliveries')
  const [settled] = await receipts()
  expect(settled?.receipt_no).toMatch(/\d/)
  expect(settled).toMatchObject({ id: kept?.id, provisional_no: kept?.provisional_no, isWaiting: false })

  // The feed's own copy replaces it, in its scope.
  page.feed.isSilent = false
  page.device.refresh()
  const scopeOf = async () => (await page.databases.cache.receipts.get(kept!.id))?.scope
  await until(async () => (await scopeOf()) === `visits:${ANDHERI}`, 'the feed')
  expect(await receipts()).toHaveLength(1)
})

test('until the feed brings the visit, its server total does not include the confirmed receipt', async () => {
  const start = freeTime(120)
  const booking = bookingOf(front, { start })
  await sendBooking(booking, { rev: 0 }, 'Book')
  await until(async () => (await findVisit(page.device, booking.id))?.isWaiting === false, 'the copy')
  await enqueue('appt/startVisit', { appt_id: booking.id }, { label: 'Start' })
  await until(() => isDrained(page.databases), 'the start')
  page.feed.isSilent = true
  page.link.set(false)
  const visit = {
    id: booking.id,
    rev: 0,
    branch_id: ANDHERI,
    patient_id: front.patientId,
    is_radiology: 1,
  } as const
  await recordPayment(visit, [{ mode: 'Cash', amount: 500 }])
  page.link.set(true)
  page.device.wake()
  await until(() => isDrained(page.databases), 'the payment')
  expect(await findVisitParts(page.device, 'receipt', booking.id)).toMatchObject([{ isWaiting: false }])
  const span = {
    branchId: ANDHERI,
    zone: 'Asia/Kolkata',
    from: start.getTime() - 1,
    until: start.getTime() + 1,
  }
  const question = heldVisits({ spans: [span] }, true)
  const held = await question.open(await question.read(page.device), page.device)
  expect(held).toMatchObject([
    { visit: { isWaiting: true }, money: { receipts: [{ amount: 500 }] }, baseMoney: { receipts: [] } },
  ])
  page.feed.isSilent = false
})
