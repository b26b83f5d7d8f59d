import type { Permission } from './permissions.ts'

/** The administrator's role of every client (docs/masters.md). */
export const ADMIN_ROLE_ID = 2

/** Permissions that the administrator's role always keeps: without them nobody could restore any. */
export const KEPT_BY_ADMIN_ROLE: readonly Permission[] = ['manage_users', 'manage_masters']
