import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller } from '#server/kernel/context.ts'
import { seesVisits } from '#server/kernel/scopes.ts'

/** Refuses who neither reads studies nor works at a front desk: referrers and patients keep no list of this. */
export function demandFollowUpReader(caller: Caller): void {
  if (caller.userType !== 'CLIENT' || caller.isRefDoctor) throw new Refusal('not_permitted')
  if (!worksInBranches(caller) && !caller.isDoctor) throw new Refusal('not_permitted')
}

/** Refuses who signs no reports: nobody else sets a follow-up, whosever the study is. */
export function demandSigner({ isDoctor, canSign }: Caller): void {
  if (!isDoctor || !canSign) throw new Refusal('not_permitted')
}

/** As the screen is opened (domain/access/screens.ts): the portal's archive shows patients' studies and no sentence of a report. */
const worksInBranches = (caller: Caller) =>
  caller.isClientAdmin ||
  seesVisits(caller) ||
  caller.permissions.has('view_archives') ||
  caller.permissions.has('view_all_dr_worklist')

/** Follow-ups that the caller may see, over `s`, the study: of the own branches, and of the studies of a doctor. */
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
