import { Refusal } from '#contract/kernel/error-codes.ts'
import { NEW_VISIT_STATUS } from '#domain/status/visit-status.ts'
import { patientCame } from '#server/features/patients/public/announce.ts'
import { findVisiblePatient } from '#server/features/patients/public/store.ts'
import type { Context } from '#server/kernel/context.ts'
import type { LockedVisit } from '../write-store.ts'
import { giveVisitNo, numberless } from './give-numbers.ts'

/** Flags a visit that exists only because money was received for it; its booking is missing. */
export const NEEDS_BOOKING = 'needs_booking'

/** Returns true if a visit has no booking, only money. */
export const needsBooking = ({ flags }: Pick<LockedVisit, 'flags'>): boolean => flags.includes(NEEDS_BOOKING)

/** Throws if the visit is not booked. */
export function demandBooked(visit: LockedVisit): void {
  if (needsBooking(visit))
    throw new Refusal('refused', 'This visit has no services yet. Book them under Edit Appointment.')
}

interface Unbooked {
  id: string
  patient_id: string
  branch_id: string
  is_radiology: 0 | 1
  start: Date
}

/**
 * Opens a visit without services for money whose booking did not arrive. It has the id and the patient of that
 * booking, so the booking fills it once it arrives corrected. Returns undefined if the booking arrived at this very
 * moment. Throws `not_found` for a branch or a patient outside the caller's rights.
 */
export async function openUnbooked(ctx: Context, wish: Unbooked): Promise<LockedVisit | undefined> {
  const { tx, caller, now } = ctx
  if (!caller.isClientAdmin && !caller.branchIds.includes(wish.branch_id)) throw new Refusal('not_found')
  const patient = await findVisiblePatient(tx, caller, wish.patient_id)
  if (!patient) throw new Refusal('not_found')
  const visit = await tx
    .insertInto('visit')
    .values({
      client_id: caller.clientId,
      id: wish.id,
      visit_no: numberless(wish.id),
      branch_id: wish.branch_id,
      patient_id: patient.id,
      is_radiology: wish.is_radiology === 1,
      status: NEW_VISIT_STATUS,
      start_dt: wish.start,
      end_dt: wish.start,
      flags: [NEEDS_BOOKING],
      created: now,
      created_by: caller.userId,
    })
    .onConflict((on) => on.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!visit) return undefined
  await patientCame(ctx, caller.clientId, { patientId: patient.id, branchId: wish.branch_id })
  await giveVisitNo(ctx, visit as LockedVisit)
  await ctx.audit('open_for_money', 'visit', visit.id)
  ctx.flag(NEEDS_BOOKING)
  return visit as LockedVisit
}
