import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller } from '#server/kernel/context.ts'
import { seesVisits } from '#server/kernel/scopes.ts'

/**
 * Throws unless the caller reads studies or works at a front desk; referrers and patients have no access to the list.
 */
export function demandFollowUpReader(caller: Caller): void {
  if (caller.userType !== 'CLIENT' || caller.isRefDoctor) throw new Refusal('not_permitted')
  if (!worksInBranches(caller) && !caller.isDoctor) throw new Refusal('not_permitted')
}

/** Throws unless the caller signs reports: nobody else sets a follow-up, even for their own study. */
export function demandSigner({ isDoctor, canSign }: Caller): void {
  if (!isDoctor || !canSign) throw new Refusal('not_permitted')
}

/**
 * The rule of the screen (domain/access/screens.ts): the portal's archive shows patients' studies but no text of
 * reports.
 */
const worksInBranches = (caller: Caller) =>
  caller.isClientAdmin ||
  seesVisits(caller) ||
  caller.permissions.has('view_archives') ||
  caller.permissions.has('view_all_dr_worklist')

/** Follow-ups that the caller may see, over `s`, the study: of the caller's branches, and of a doctor's studies. */
export function visibleFollowUps(caller: Caller): RawBuilder<SqlBool> {
  if (caller.isClientAdmin) return sql<SqlBool>`true`
  const ofBranches = worksInBranches(caller)
    ? sql<SqlBool>`s.branch_id = any(${[...caller.branchIds]}::uuid[])`
    : sql<SqlBool>`false`
  const ofDoctor = caller.isDoctor
    ? sql<SqlBool>`${caller.userId}::uuid in (s.assigned_doctor_id, s.signed_by_doctor_id)`
    : sql<SqlBool>`false`
  return sql<SqlBool>`(${ofBranches} or ${ofDoctor})`
}
