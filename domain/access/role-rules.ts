import type { Permission } from './permissions.ts'

/** The administrator's role of every client (docs/masters.md). */
export const ADMIN_ROLE_ID = 2

/** What the administrator's role never loses: without them nobody could give anything back. */
export const KEPT_BY_ADMIN_ROLE: readonly Permission[] = ['manage_users', 'manage_masters']
