import { type FiledReports, hasSigned } from '../report/filed.ts'

/** Days that a study is offered to be activated for (docs/studies.md#dialogs); a custom number lies between the limits. */
export const ACTIVATION_DAYS = [30, 60, 90] as const
export const ACTIVATION_LIMITS = { least: 1, most: 3650 } as const
/** Sharing the access to the portal activates for so long (docs/visits.md#visit-and-service-status). */
export const SHARED_ACTIVATION_DAYS = 30

/** Why a number of days is none to activate for; undefined where it is one. */
export function activationProblem(days: number): string | undefined {
  const { least, most } = ACTIVATION_LIMITS
  return Number.isInteger(days) && days >= least && days <= most
    ? undefined
    : `Enter days from ${least} to ${most}`
}

/** True where a client holds results back until they are paid, and these are not; without a bill nothing is owed. */
export function waitsForPayment(clientWaits: boolean, paymentStatus: string): boolean {
  return clientWaits && (paymentStatus === 'Pending' || paymentStatus === 'Partial_Paid')
}

/** What decides whether a patient sees the results of a study. */
export interface PatientResults extends FiledReports {
  is_active_for_patient: 0 | 1
  /** True while the client waits for the payment. */
  is_unpaid: boolean
}

/** Why a patient does not see the images yet, in plain words; undefined where they do (docs/reports.md#status). */
export function imagesHeldBack({ is_active_for_patient, is_unpaid }: PatientResults): string | undefined {
  if (is_active_for_patient === 0) return 'Not activated for the patient'
  return is_unpaid ? 'Released once the bill is paid' : undefined
}

/** Why a patient does not see a report yet; one is signed first (docs/reports.md#status). */
export function reportHeldBack(results: PatientResults): string | undefined {
  return imagesHeldBack(results) ?? (hasSigned(results) ? undefined : 'The report is not signed yet')
}
