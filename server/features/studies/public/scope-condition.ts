import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { equalsAny } from '#server/kernel/database/equals-any.ts'
import { branchScope, doctorScope } from '#server/kernel/scopes.ts'
import type { StudyRightsColumns } from './rights.ts'

type ScopeBuilder = ExpressionBuilder<{ s: StudyRightsColumns }, 's'>

const NO_BRANCH = branchScope(null)
const BRANCH = branchScope('')
const DOCTOR = doctorScope('')

/** Returns the condition over `s` for studies in a feed scope; the inverse of studyScopes. */
export function isInScope(eb: ScopeBuilder, scope: string): Expression<SqlBool> {
  if (scope === NO_BRANCH) return eb('s.branch_id', 'is', null)
  if (scope.startsWith(BRANCH)) return eb('s.branch_id', '=', scope.slice(BRANCH.length))
  const doctor = doctorOfScope(scope)
  if (doctor === undefined) return sql<SqlBool>`false`
  return eb.or([eb('s.assigned_doctor_id', '=', doctor), eb('s.signed_by_doctor_id', '=', doctor)])
}

/** Returns the condition for studies in any of these scopes, with a single comparison for all branches. */
export function isInScopes(eb: ScopeBuilder, scopes: readonly string[]): Expression<SqlBool> {
  const branches = scopes.filter((scope) => scope.startsWith(BRANCH) && scope !== NO_BRANCH)
  const others = scopes.filter((scope) => !branches.includes(scope))
  const ids = branches.map((scope) => scope.slice(BRANCH.length))
  return eb.or([
    ...(ids.length > 0 ? [equalsAny(eb.ref('s.branch_id'), ids)] : []),
    ...others.map((scope) => isInScope(eb, scope)),
  ])
}

/** Returns the doctor of an own-worklist scope, or undefined for another kind of scope. */
export function doctorOfScope(scope: string): string | undefined {
  return scope.startsWith(DOCTOR) ? scope.slice(DOCTOR.length) : undefined
}
