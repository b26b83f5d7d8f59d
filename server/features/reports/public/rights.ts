import type { StudyRow } from '#contract/calls/studies.ts'
import { canVerify, isSigned } from '#domain/status/report-status.ts'
import { readsByPortalAlone } from '#server/features/studies/public/portal-rights.ts'
import type { Caller } from '#server/kernel/context.ts'

type Doctors = Pick<StudyRow, 'assigned_doctor_id' | 'signed_by_doctor_id'>

/**
 * Returns true if the caller may write the study's reports: a doctor, for a study that is unassigned, the caller's
 * own, or could be assigned to the caller by assign_doctor_to_study anyway (docs/people.md#permissions). The
 * visibility of the study must be checked first.
 */
export function canWriteReport(caller: Caller, study: Doctors): boolean {
  if (!caller.isDoctor) return false
  const isNobodys = study.assigned_doctor_id === null && study.signed_by_doctor_id === null
  return isNobodys || isDoctorOf(caller, study) || caller.permissions.has('assign_doctor_to_study')
}

/**
 * Returns true if the caller's signature may close the study's reports. If another signing doctor is assigned, the caller
 * needs assign_doctor_to_study.
 */
export function canSignReport(caller: Caller, study: Doctors): boolean {
  if (!caller.canSign || !canWriteReport(caller, study)) return false
  const isOpenToAnySigner = study.signed_by_doctor_id === null || study.signed_by_doctor_id === caller.userId
  return isOpenToAnySigner || caller.permissions.has('assign_doctor_to_study')
}

/** Returns true if the caller may verify the study now (docs/reports.md#status). */
export function canVerifyReport(caller: Caller, study: Pick<StudyRow, 'status'>): boolean {
  return caller.permissions.has('verify_report') && canVerify(study.status)
}

/**
 * Returns true if the caller may read a report in this status. With only the patient portal's permission, the report
 * must be signed, and the study activated for the patient (docs/studies.md#study-lists "View Image and View Report
 * enabled only when activated; View Report also requires status Signed or Verified").
 */
export function canReadReport(
  caller: Caller,
  study: Doctors & Pick<StudyRow, 'is_active_for_patient'>,
  report: Pick<StudyRow, 'status'>,
): boolean {
  if (!readsByPortalAlone(caller, study)) return true
  return isSigned(report.status) && study.is_active_for_patient === 1
}

function isDoctorOf(caller: Caller, study: Doctors): boolean {
  return study.assigned_doctor_id === caller.userId || study.signed_by_doctor_id === caller.userId
}
