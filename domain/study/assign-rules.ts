import type { Permission } from '../access/permissions.ts'
import { type FiledReports, hasSigned } from '../report/filed.ts'
import { isUnwritten } from '../status/report-status.ts'

/** The part of a person that decides which doctors they may assign. */
export interface AssigningPerson {
  isClientAdmin: boolean
  isDoctor: boolean
  permissions: readonly Permission[]
}

/** The part of a study that decides this. */
export interface AssignedStudy extends FiledReports {
  assigned_doctor_id: string | null
}

/** Whom a person may assign: any doctor, or only themselves. */
export type AssignScope = 'anybody' | 'oneself'

/** Whether the person may assign any doctor to studies (docs/people.md#permissions). */
export function canAssignAnybody({ isClientAdmin, permissions }: AssigningPerson): boolean {
  return isClientAdmin || permissions.includes('assign_doctor_to_study')
}

/**
 * Whom the person may assign to the study; undefined for nobody. A doctor without the permission may take a study that
 * has no writing doctor. The server has the same rule (server/features/reports/public/assign-doctor.ts).
 */
export function assignScope(person: AssigningPerson, study: AssignedStudy): AssignScope | undefined {
  if (canAssignAnybody(person)) return 'anybody'
  return person.isDoctor && study.assigned_doctor_id === null ? 'oneself' : undefined
}

/** A signed report locks doctor assignment (docs/visits.md#visit-and-service-status). */
export function isAssignmentLocked(study: FiledReports): boolean {
  return hasSigned(study)
}

/** Studies can be selected for bulk assignment only while Pending (docs/studies.md#study-lists). */
export function canSelectForAssignment(study: FiledReports): boolean {
  return isUnwritten(study.status) && !hasSigned(study)
}
