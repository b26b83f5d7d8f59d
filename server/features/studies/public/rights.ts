import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { StudyMode } from '#contract/calls/studies.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Permission } from '#domain/access/permissions.ts'
import type { Caller } from '#server/kernel/context.ts'
import { equalsAny } from '#server/kernel/database/equals-any.ts'
import { seesBranches } from '#server/kernel/scopes.ts'

/** The columns that decide who may see a study. */
export interface StudyRightsColumns {
  branch_id: string | null
  assigned_doctor_id: string | null
  signed_by_doctor_id: string | null
}

type RightsBuilder = ExpressionBuilder<{ s: StudyRightsColumns }, 's'>

/**
 * The permission that opens each mode of the list screen, for people who are not a client's administrator
 * (docs/people.md#permissions).
 */
const LIST_PERMISSION = {
  archives: 'view_archives',
  worklist: 'view_all_dr_worklist',
  portal: 'view_patient_portal_archives',
  dashboard: 'view_dashboard',
} as const satisfies Record<StudyMode, Permission>

/**
 * Returns the condition over `s` for studies that a list of this mode may show the caller; throws not_permitted if
 * the mode is closed to the caller. A doctor without view_all_dr_worklist sees only the own worklist
 * (docs/studies.md#study-lists).
 */
export function listableStudies(caller: Caller, flag: StudyMode): (eb: RightsBuilder) => Expression<SqlBool> {
  if (caller.isClientAdmin) return everyStudy
  if (caller.permissions.has(LIST_PERMISSION[flag])) return (eb) => ofBranches(eb, caller)
  if (flag === 'worklist' && caller.isDoctor) return (eb) => ofDoctor(eb, caller)
  throw new Refusal('not_permitted')
}

/** Returns the condition for studies that the caller may open in any mode. */
export function visibleStudies(caller: Caller): (eb: RightsBuilder) => Expression<SqlBool> {
  if (caller.isClientAdmin) return everyStudy
  return (eb) =>
    eb.or([
      ...(seesBranches(caller) ? [ofBranches(eb, caller)] : []),
      ...(caller.isDoctor ? [ofDoctor(eb, caller)] : []),
    ])
}

/** Applies the same rule to one study that was already read. */
export function canSeeStudy(caller: Caller, study: StudyRightsColumns): boolean {
  if (caller.isClientAdmin) return true
  const isOfBranch = study.branch_id !== null && caller.branchIds.includes(study.branch_id)
  if (seesBranches(caller) && isOfBranch) return true
  return caller.isDoctor && [study.assigned_doctor_id, study.signed_by_doctor_id].includes(caller.userId)
}

const everyStudy = () => sql<SqlBool>`true`

const ofBranches = (eb: RightsBuilder, caller: Caller) => equalsAny(eb.ref('s.branch_id'), caller.branchIds)

function ofDoctor(eb: RightsBuilder, caller: Caller): Expression<SqlBool> {
  return eb.or([
    eb('s.assigned_doctor_id', '=', caller.userId),
    eb('s.signed_by_doctor_id', '=', caller.userId),
  ])
}
