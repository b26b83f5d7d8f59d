import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Permission } from '#domain/access/permissions.ts'
import type { Caller } from '#server/kernel/context.ts'

/** Throws if the caller lacks the permission; a client's administrator has every permission. */
export function demandPermission(caller: Caller, permission: Permission): void {
  if (!caller.isClientAdmin && !caller.permissions.has(permission)) throw new Refusal('not_permitted')
}
