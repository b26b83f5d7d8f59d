import { Refusal } from '#contract/kernel/error-codes.ts'
import { type LockedVisit, lockVisit } from '#server/features/visits/public/write-store.ts'
import type { Caller, Context } from '#server/kernel/context.ts'

/** Returns true for clinic doctors and client admins: only they read notes and prescriptions. */
export function mayReadClinical({ isClinicDoctor, isClientAdmin }: Caller): boolean {
  return isClinicDoctor || isClientAdmin
}

/** Throws unless the caller is a clinic doctor. */
export function demandClinicDoctor({ isClinicDoctor }: Caller): void {
  if (!isClinicDoctor) throw new Refusal('not_permitted')
}

/**
 * Locks a clinical visit that the caller, a clinic doctor, may write about (docs/visits.md#visit-panel,
 * docs/people.md#permissions).
 */
export async function lockClinicalVisit(ctx: Context, id: string): Promise<LockedVisit> {
  // Checks the person before the record: others learn nothing about what exists.
  demandClinicDoctor(ctx.caller)
  const visit = await lockVisit(ctx, id)
  if (visit.is_radiology) throw new Refusal('refused', 'Notes are kept with clinical visits only.')
  return visit
}

/** Throws unless the id is the caller's own record of that visit: nobody writes in another doctor's name. */
export function demandOwnRecord(id: string, own: string): void {
  if (id === own) return
  const fields = { id: 'must be the id of your own record of this visit' }
  throw new Refusal('invalid', undefined, { fields })
}

/** Throws unless the slot belongs to the visit. */
export async function demandSlotOf(
  { tx }: Context,
  visit: LockedVisit,
  slotId: string | null | undefined,
): Promise<void> {
  if (!slotId) return
  const slot = await tx
    .selectFrom('visit_machine')
    .select('id')
    .where('client_id', '=', visit.client_id)
    .where('visit_id', '=', visit.id)
    .where('id', '=', slotId)
    .executeTakeFirst()
  if (!slot) throw new Refusal('invalid', undefined, { fields: { appt_machine_id: 'is not of this visit' } })
}
