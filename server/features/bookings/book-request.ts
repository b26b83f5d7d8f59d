import type { BookingRow } from '#contract/calls/bookings.ts'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { BOOKING_STATUS_TABLE, CONVERTED_STATUS, isRequested } from '#domain/status/booking-status.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { saveBooking } from '../visit-desk/public/booking/save-booking.ts'
import { getVisitRow } from '../visits/public/store.ts'
import { copyFromRequest } from './copy-from-request.ts'
import { changeBooking, type LockedBooking, lockBooking } from './store.ts'

type Booking = Parameters<typeof saveBooking>[1]

/**
 * Saves a booking of the appointment form. A booking for a request converts the request in the same transaction. A
 * repeat has no further effect; if somebody else has converted the request, nothing is booked (docs/decisions/143).
 */
export async function saveDeskBooking(ctx: Context, booking: Booking): Promise<VisitRow> {
  const requestId = booking.booking_request_id ?? null
  if (requestId === null) return saveBooking(ctx, booking)
  const request = await lockBooking(ctx, requestId)
  if (request.visit_id === booking.id) return saveBooking(ctx, booking)
  demandRequested(request)
  if ((ctx.baseRev ?? booking.rev) !== undefined)
    throw invalid({ booking_request_id: 'is given with a new visit' })
  if (request.branch_id !== null && request.branch_id !== booking.branch_id)
    throw invalid({ branch_id: 'is not the branch of the request' })
  const { visit } = await becomeVisit(ctx, request, await saveBooking(ctx, booking))
  return visit
}

/** Throws if a request is no longer waiting. */
export function demandRequested({ status }: LockedBooking): void {
  if (!isRequested(status))
    throw new Refusal('request_over', `This request is ${BOOKING_STATUS_TABLE[status].label} already.`)
}

/** Copies the request's details to the booked visit and sets the request to Converted. */
export async function becomeVisit(
  ctx: Context,
  request: LockedBooking,
  booked: VisitRow,
  tagId?: string | null,
): Promise<{ request: BookingRow; visit: VisitRow }> {
  await copyFromRequest(ctx, request, booked)
  const row = await changeBooking(ctx, request, {
    status: CONVERTED_STATUS,
    visit_id: booked.id,
    patient_id: booked.patient_id,
    converted_on: ctx.now,
    converted_by: ctx.caller.userId,
    status_updated_on: ctx.now,
    status_updated_by: ctx.caller.userId,
    ...(tagId !== undefined && { tag_id: tagId }),
  })
  await ctx.audit('convert', 'booking_request', request.id, { visit_id: booked.id })
  return { request: row, visit: await getVisitRow(ctx.tx, ctx.caller, booked.id) }
}
