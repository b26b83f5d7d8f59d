import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Permission } from '#domain/access/permissions.ts'
import type { Caller } from '#server/kernel/context.ts'

/** Refuses a caller without the permission; a client's administrator holds every one. */
export function demandPermission(caller: Caller, permission: Permission): void {
  if (!caller.isClientAdmin && !caller.permissions.has(permission)) throw new Refusal('not_permitted')
}
