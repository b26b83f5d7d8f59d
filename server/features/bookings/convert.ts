import { v7 as mintId } from 'uuid'
import type { BookingRow, bookingCalls } from '#contract/calls/bookings.ts'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import {
  BOOKING_STATUS_TABLE,
  type BookingStatus,
  CONVERTED_STATUS,
  isConverted,
  isRequested,
} from '#domain/status/booking-status.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { saveBooking } from '../visits/save-booking.ts'
import { getVisitRow } from '../visits/store.ts'
import { carryOver } from './carry-over.ts'
import { patientOfRequest } from './patient-of-request.ts'
import { findBookedService, findMachine } from './service-store.ts'
import { changeBooking, type LockedBooking, lockBooking } from './store.ts'

export type ConvertInput = ParsedInputOf<typeof bookingCalls.convert>

const MINUTE_MS = 60_000

/**
 * Makes the visit that a request asks for (spec 3 sections 4 and 5): of the patient whom it names, or of a new one that
 * it describes; a slot that is taken meanwhile is refused with the free ones, and the request waits on.
 */
export async function convertRequest(
  ctx: Context,
  input: ConvertInput,
): Promise<{ request: BookingRow; visit: VisitRow }> {
  const request = await lockBooking(ctx, input.request_id)
  if (!isRequested(request.status))
    throw new Refusal('refused', `This request is ${BOOKING_STATUS_TABLE[request.status].label} already.`)
  const place = await placeOf(ctx, request, input)
  const patientId = await patientOfRequest(ctx, request, input)
  const booked = await saveBooking(ctx, bookingOf(request, input, { ...place, patientId }))
  await carryOver(ctx, request, booked)
  const row = await markConverted(ctx, request, {
    visitId: booked.id,
    patientId,
    ...(input.tag_id !== undefined && { tagId: input.tag_id }),
  })
  return { request: row, visit: await getVisitRow(ctx.tx, ctx.caller, booked.id) }
}

/** Notes that a request became a visit. */
export async function markConverted(
  ctx: Context,
  request: LockedBooking,
  { visitId, patientId, tagId }: { visitId: string; patientId: string; tagId?: string | null },
): Promise<BookingRow> {
  const row = await changeBooking(ctx, request, {
    status: CONVERTED_STATUS,
    visit_id: visitId,
    patient_id: patientId,
    converted_on: ctx.now,
    converted_by: ctx.caller.userId,
    status_updated_on: ctx.now,
    status_updated_by: ctx.caller.userId,
    ...(tagId !== undefined && { tag_id: tagId }),
  })
  await ctx.audit('convert', 'booking_request', request.id, { visit_id: visitId })
  return row
}

/** Only Convert makes a request Converted: the state says that there is a visit. */
export function demandConverted({ visit_id }: LockedBooking, status: BookingStatus): void {
  if (isConverted(status) && visit_id === null)
    throw new Refusal('refused', 'Convert the request to make its appointment.')
}

type Service = NonNullable<Awaited<ReturnType<typeof findBookedService>>>
interface Place {
  branchId: string
  service: Service
}

/** Where it is done and what: machine and service belong to the department, the machine to the request's branch. */
async function placeOf(ctx: Context, request: LockedBooking, input: ConvertInput): Promise<Place> {
  const machine = await findMachine(ctx.tx, ctx.caller.clientId, input.machine_id)
  if (!machine || machine.department_id !== input.department_id)
    throw invalid({ machine_id: 'is not of this department' })
  if (request.branch_id !== null && machine.branch_id !== request.branch_id)
    throw invalid({ machine_id: 'is not of this branch' })
  const service = await findBookedService(ctx.tx, ctx.caller.clientId, input.service, machine.branch_id)
  if (!service || service.department_id !== input.department_id)
    throw invalid({ service: 'is not of this department' })
  return { branchId: machine.branch_id, service }
}

function bookingOf(
  request: LockedBooking,
  input: ConvertInput,
  { branchId, service, patientId }: Place & { patientId: string },
): Parameters<typeof saveBooking>[1] {
  const { start_dt, overbook_reason } = input
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
            machine_id: input.machine_id,
            start_dt,
            end_dt,
            services: [{ id: mintId(), service_id: service.id, charges: service.price, discount: 0 }],
          },
        ],
      },
    ],
    booking_request_id: request.id,
    ...(overbook_reason !== undefined && { overbook_reason }),
  }
}
