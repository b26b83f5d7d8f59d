import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Permission } from '#domain/access/permissions.ts'
import type { Caller } from '#server/kernel/context.ts'

/** Throws unless the caller is one of the platform's own people and has `permission`. */
export function demandPlatform({ userType, permissions }: Caller, permission: Permission): void {
  if (userType !== 'ADMIN' || !permissions.has(permission)) throw new Refusal('not_permitted')
}
