import { Refusal } from '#contract/kernel/error-codes.ts'
import { NEW_VISIT_STATUS } from '#domain/status/visit-status.ts'
import type { Context } from '#server/kernel/context.ts'
import type { LockedVisit } from '../write-store.ts'
import type { Booking, BookingPlan } from './booking-plan.ts'
import { numberless } from './give-numbers.ts'

/** Inserts the row of a new visit, which its slots and services refer to; the number is assigned last. */
export async function insertVisit(
  { tx, caller, now }: Context,
  booking: Booking,
  { plan, patientId }: { plan: BookingPlan; patientId: string },
): Promise<LockedVisit> {
  const visit = await tx
    .insertInto('visit')
    .values({
      client_id: caller.clientId,
      id: booking.id,
      visit_no: numberless(booking.id),
      provisional_no: booking.provisional_no ?? '',
      branch_id: booking.branch_id,
      patient_id: patientId,
      is_radiology: booking.is_radiology === 1,
      status: NEW_VISIT_STATUS,
      start_dt: new Date(plan.start),
      booking_request_id: booking.booking_request_id ?? null,
      created: now,
      created_by: caller.userId,
    })
    .onConflict((on) => on.doNothing())
    .returningAll()
    .executeTakeFirst()
  // Another request inserted a visit with the same id at the same moment.
  if (!visit) throw new Refusal('conflict')
  return visit as LockedVisit
}
