/** States of a booking request (docs/visits.md#visit-and-service-status). */
export const BOOKING_STATUSES = ['Requested', 'Converted', 'Completed', 'Cancelled'] as const
export type BookingStatus = (typeof BOOKING_STATUSES)[number]

export const BOOKING_STATUS_TABLE = {
  Requested: { label: 'Requested', colour: 'orange', next: ['Converted', 'Completed', 'Cancelled'] },
  Converted: { label: 'Converted', colour: 'blue', next: ['Completed', 'Cancelled'] },
  Completed: { label: 'Completed', colour: 'green', next: [] },
  Cancelled: { label: 'Cancelled', colour: 'red', next: [] },
} as const satisfies Record<BookingStatus, { label: string; colour: string; next: readonly BookingStatus[] }>

/** Whether a request may go from one state to the other. */
export function canSetBookingStatus(from: BookingStatus, to: BookingStatus): boolean {
  return (BOOKING_STATUS_TABLE[from].next as readonly BookingStatus[]).includes(to)
}

/** True while the request is pending: it may be converted, and Delete For Selected Branch affects it. */
export const isRequested = (status: BookingStatus): boolean => status === 'Requested'

/** The statuses that Convert, Complete and Cancel set. */
export const CONVERTED_STATUS: BookingStatus = 'Converted'
export const COMPLETED_REQUEST: BookingStatus = 'Completed'
export const CANCELLED_REQUEST: BookingStatus = 'Cancelled'

/** True for a request that became a visit and is not finished. */
export const isConverted = (status: BookingStatus): boolean => status === CONVERTED_STATUS
