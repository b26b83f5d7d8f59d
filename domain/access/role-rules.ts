import type { Permission } from './permissions.ts'

/** The administrator's role of every client (spec 2 section 3). */
export const ADMIN_ROLE_ID = 2

/** What the administrator's role never loses: without them nobody could give anything back. */
export const KEPT_BY_ADMIN_ROLE: readonly Permission[] = ['manage_users', 'manage_masters']

/** Who grants: an administrator everything that there is, everybody else what they hold themselves. */
export interface Granter {
  isAdmin: boolean
  permissions: ReadonlySet<Permission>
}

/** Those of `modules` that `granter` may not give away; those that the role `had` already may stay. */
export function beyondGranter(
  modules: readonly Permission[],
  had: readonly Permission[],
  { isAdmin, permissions }: Granter,
): Permission[] {
  if (isAdmin) return []
  return modules.filter((name) => !permissions.has(name) && !had.includes(name))
}
