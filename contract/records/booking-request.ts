import { BOOKING_WINDOW_DAYS } from '#domain/time/intervals.ts'
import { BookingRow } from '../calls/bookings.ts'
import { defineDatedRecord } from './record.ts'

export const bookingRecord = defineDatedRecord({
  type: 'booking_request',
  body: BookingRow,
  scopes: ['visits'],
  time: 'at',
  keptDays: BOOKING_WINDOW_DAYS,
  copies: {
    table: 'bookingRequests',
    since: 5,
    indexes: ['at'],
    clear: ({ created }) => ({ at: Date.parse(created) }),
  },
})
