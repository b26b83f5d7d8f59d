import { Refusal } from '#contract/kernel/error-codes.ts'
import { findVisiblePatient } from '#server/features/patients/public/store.ts'
import type { Booking } from '#server/features/visits/public/booking/booking-plan.ts'
import type { LockedVisit } from '#server/features/visits/public/write-store.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'

/** The checked values of a booking's header. */
export interface BookingHeader {
  /** The patient of the visit. If the given record was merged, this is the record it was merged into. */
  patientId: string
  /** Percent of the discount head; undefined for the Custom head. */
  headPercent: number | undefined
  /** Percent of the net charges that the patient owes. */
  patientShare: number
}

type NamedTable = 'discount_head' | 'package' | 'study_tag' | 'ref_dr_scheme'

/**
 * Checks the patient, discount head, scheme, package and tag of a visit. Values that the visit already had may stay
 * even if they are no longer in use. The patient's share is copied from the scheme now and stays as long as the
 * scheme does.
 */
export async function checkHeader(
  ctx: Context,
  booking: Booking,
  stored: LockedVisit | undefined,
): Promise<BookingHeader> {
  const fields: Record<string, string> = {}
  const patient = await findVisiblePatient(ctx.tx, ctx.caller, booking.patient_id)
  if (!patient) fields.patient_id = 'is not a patient'
  const named = async (table: NamedTable, id: string | null, before: string | null | undefined) => {
    if (id === null) return undefined
    const row = await ctx.tx
      .selectFrom(table)
      .selectAll()
      .where('client_id', '=', ctx.caller.clientId)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && (id === before || (row.active && row.hidden === null)) ? row : undefined
  }
  const head = await named('discount_head', booking.discount_head_id, stored?.discount_head_id)
  if (booking.discount_head_id !== null && !head) fields.discount_head_id = 'is not a discount head'
  if (booking.package_id !== null && !(await named('package', booking.package_id, stored?.package_id)))
    fields.package_id = 'is not a package'
  const tag = await named('study_tag', booking.tag_id, stored?.tag_id)
  if (booking.tag_id !== null && !(tag && 'type' in tag && tag.type === 'Normal'))
    fields.tag_id = 'is not a tag'
  const scheme = await named('ref_dr_scheme', booking.ref_dr_scheme_id, stored?.ref_dr_scheme_id)
  if (booking.ref_dr_scheme_id !== null && !scheme) fields.ref_dr_scheme_id = 'is not a scheme'
  checkScheme(booking, fields)
  if (!patient || Object.keys(fields).length > 0) throw invalid(fields)
  if (stored && (stored.patient_id !== patient.id || stored.branch_id !== booking.branch_id))
    throw new Refusal(
      'refused',
      'A visit stays with its patient and its branch. Cancel it and book another one.',
    )
  if (stored && stored.is_radiology !== (booking.is_radiology === 1))
    throw new Refusal(
      'refused',
      'A visit stays in radiology or in the clinic. Cancel it and book another one.',
    )
  return {
    patientId: patient.id,
    headPercent: head && 'percent' in head ? Number(head.percent) : undefined,
    patientShare: shareOf(booking, stored, scheme),
  }
}

/** A hospital scheme needs a hospital, a doctor scheme a doctor (docs/visits.md#booking). */
function checkScheme(booking: Booking, fields: Record<string, string>): void {
  if (booking.ref_dr_scheme_id === null) return
  const refers = {
    Hospital: booking.departments.some(({ ref_hospital_id }) => ref_hospital_id !== null),
    Doctor: booking.departments.some(({ ref_dr_id }) => ref_dr_id !== null),
  }
  if (booking.ref_dr_scheme_type === '') fields.ref_dr_scheme_type = 'is required with a scheme'
  else if (!refers[booking.ref_dr_scheme_type])
    fields.ref_dr_scheme_id =
      booking.ref_dr_scheme_type === 'Hospital' ? 'needs a referral hospital' : 'needs a referral doctor'
}

function shareOf(booking: Booking, stored: LockedVisit | undefined, scheme: object | undefined): number {
  if (!scheme || !('patient_share' in scheme)) return 100
  const isKept = stored && stored.ref_dr_scheme_id === booking.ref_dr_scheme_id
  return Number(isKept ? stored.patient_share : scheme.patient_share)
}
