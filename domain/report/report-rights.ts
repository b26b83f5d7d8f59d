import type { Permission } from '../access/permissions.ts'
import { canVerify, type ReportStatus } from '../status/report-status.ts'

/** The part of a person that decides what they may do with a study's reports. */
export interface ReportPerson {
  userId: string
  isDoctor: boolean
  canSign: boolean
  permissions: { has: (permission: Permission) => boolean }
}

/** The part of a study that decides this. */
export interface ReportedStudy {
  assigned_doctor_id: string | null
  signed_by_doctor_id: string | null
  status: ReportStatus
}

/**
 * Whether the person may write the study's reports: a doctor, if the study is unassigned, their own, or one that
 * assign_doctor_to_study would let them take (docs/people.md#permissions). The right to see the study is checked first.
 */
export function canWriteReport(person: ReportPerson, study: ReportedStudy): boolean {
  if (!person.isDoctor) return false
  const doctors = [study.assigned_doctor_id, study.signed_by_doctor_id].filter((id) => id !== null)
  const isFree = doctors.length === 0 || doctors.includes(person.userId)
  return isFree || person.permissions.has('assign_doctor_to_study')
}

/** Whether the person's signature may close the study's reports: a signer named for it keeps that right. */
export function canSignReport(person: ReportPerson, study: ReportedStudy): boolean {
  if (!person.canSign || !canWriteReport(person, study)) return false
  const isOpen = study.signed_by_doctor_id === null || study.signed_by_doctor_id === person.userId
  return isOpen || person.permissions.has('assign_doctor_to_study')
}

/** Whether Verify is offered to the person now (docs/reports.md#status). */
export function canVerifyReport(person: ReportPerson, study: ReportedStudy): boolean {
  return person.permissions.has('verify_report') && canVerify(study.status)
}
