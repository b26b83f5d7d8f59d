import { expect, test } from 'vitest'
import type { BookingRow } from '#contract/calls/bookings.ts'
import { wantsText } from '#src/features/booking-requests/columns.tsx'

const row = (change: Partial<BookingRow>) =>
  ({
    study_desc: 'CT Chest',
    exam_reason: 'Cough',
    ipno: '',
    bedno: '',
    modalities: [],
    ...change,
  }) as BookingRow

test.each<[Partial<BookingRow>, string]>([
  [{}, 'CT Chest · Cough'],
  [{ order_priority: 'R' }, 'CT Chest · Cough'],
  [{ order_priority: 's' }, 'CT Chest · Urgent (stat) · Cough'],
  [{ order_priority: 'TM2' }, 'CT Chest · TM2 · Cough'],
  [{ order_held: true }, 'CT Chest · On hold by the hospital · Cough'],
  [
    { order_note: 'The hospital cancelled this order after it was booked.' },
    'CT Chest · The hospital cancelled this order after it was booked. · Cough',
  ],
])('the hospital’s message about its order is shown with the request: %o', (change, text) => {
  expect(wantsText(row(change))).toBe(text)
})
