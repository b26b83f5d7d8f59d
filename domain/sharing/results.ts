import { type FiledReports, hasSigned } from '../report/filed.ts'

/** Activation periods on offer, in days (docs/studies.md#dialogs); a custom number must be within the limits. */
export const ACTIVATION_DAYS = [30, 60, 90] as const
export const ACTIVATION_LIMITS = { least: 1, most: 3650 } as const
/** Sharing portal access activates for this long (docs/visits.md#visit-and-service-status). */
export const SHARED_ACTIVATION_DAYS = 30

/** Why a number of days is not a valid activation period; undefined if it is. */
export function activationProblem(days: number): string | undefined {
  const { least, most } = ACTIVATION_LIMITS
  return Number.isInteger(days) && days >= least && days <= most
    ? undefined
    : `Enter days from ${least} to ${most}`
}

/** True if a client holds results back until they are paid, and these are not; without a bill nothing is owed. */
export function waitsForPayment(clientWaits: boolean, paymentStatus: string): boolean {
  return clientWaits && (paymentStatus === 'Pending' || paymentStatus === 'Partial_Paid')
}

/** What decides whether a patient sees the results of a study. */
export interface PatientResults extends FiledReports {
  is_active_for_patient: 0 | 1
  /** True while results are held back for payment. */
  is_unpaid: boolean
}

/** Why results are held back from a patient; patients' pages have words for each in every language. */
export type HeldBack = 'not_activated' | 'unpaid' | 'not_signed'
export const HELD_BACK_TABLE: Record<HeldBack, string> = {
  not_activated: 'Not activated for the patient',
  unpaid: 'Released once the bill is paid',
  not_signed: 'The report is not signed yet',
}

/** Why a patient does not see the images yet; undefined if they do (docs/reports.md#status). */
export function imagesHeldBack({ is_active_for_patient, is_unpaid }: PatientResults): HeldBack | undefined {
  if (is_active_for_patient === 0) return 'not_activated'
  return is_unpaid ? 'unpaid' : undefined
}

/** Why a patient does not see a report yet; it must be signed first (docs/reports.md#status). */
export function reportHeldBack(results: PatientResults): HeldBack | undefined {
  return imagesHeldBack(results) ?? (hasSigned(results) ? undefined : 'not_signed')
}
