import { v7 as mintId } from 'uuid'
import type { BookingRow, bookingCalls } from '#contract/calls/bookings.ts'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { type BookingStatus, isConverted } from '#domain/status/booking-status.ts'
import type { Context } from '#server/kernel/context.ts'
import { saveBooking } from '../visit-desk/public/booking/save-booking.ts'
import { becomeVisit, demandRequested } from './book-request.ts'
import { type ConvertTarget, placeOf } from './convert-target.ts'
import { patientOfRequest } from './patient-of-request.ts'
import { type LockedBooking, lockBooking } from './store.ts'

export type ConvertInput = ParsedInputOf<typeof bookingCalls.convert>

const MINUTE_MS = 60_000

/**
 * Creates the visit for a request (docs/visits.md#visit-and-service-status, docs/visits.md#booking), for the patient
 * that the request names or for a new one that it describes. If the slot has been taken, throws with the free slots,
 * and the request keeps waiting.
 */
export async function convertRequest(
  ctx: Context,
  input: ConvertInput,
): Promise<{ request: BookingRow; visit: VisitRow }> {
  const request = await lockBooking(ctx, input.request_id)
  demandRequested(request)
  const place = await placeOf(ctx, request, input)
  const patientId = await patientOfRequest(ctx, request, input)
  const booked = await saveBooking(ctx, bookingOf(request, input, { ...place, patientId }))
  return becomeVisit(ctx, request, booked, input.tag_id)
}

/** Only the conversion may set Converted: this status means that a visit exists. */
export function demandConverted({ visit_id }: LockedBooking, status: BookingStatus): void {
  if (isConverted(status) && visit_id === null)
    throw new Refusal('refused', 'Convert the request to make its appointment.')
}

function bookingOf(
  request: LockedBooking,
  input: ConvertInput,
  { branchId, machineId, doctorId, service, patientId }: ConvertTarget & { patientId: string },
): Parameters<typeof saveBooking>[1] {
  const { start_dt, overbook_reason, hours_reason } = input
  const end_dt =
    input.end_dt ?? new Date(Date.parse(start_dt) + service.slotMinutes * MINUTE_MS).toISOString()
  return {
    id: mintId(),
    is_radiology: service.is_radiology ? 1 : 0,
    branch_id: branchId,
    patient_id: patientId,
    discount_head_id: null,
    ref_dr_scheme_id: null,
    ref_dr_scheme_type: '',
    start_dt,
    end_dt,
    tag_id: input.tag_id ?? request.tag_id,
    package_id: null,
    departments: [
      {
        id: input.department_id,
        ref_hospital_id: null,
        ref_dr_id: null,
        other_ref_dr_ids: null,
        machines: [
          {
            id: mintId(),
            machine_id: machineId,
            doctor_id: doctorId,
            start_dt,
            end_dt,
            services: [{ id: mintId(), service_id: service.id, charges: service.price, discount: 0 }],
          },
        ],
      },
    ],
    booking_request_id: request.id,
    ...(overbook_reason !== undefined && { overbook_reason }),
    ...(hours_reason !== undefined && { hours_reason }),
  }
}
