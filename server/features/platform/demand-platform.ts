import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Permission } from '#domain/access/permissions.ts'
import type { Caller } from '#server/kernel/context.ts'

/** Refuses everybody but the platform's own people, and among them who does not hold `permission`. */
export function demandPlatform({ userType, permissions }: Caller, permission: Permission): void {
  if (userType !== 'ADMIN' || !permissions.has(permission)) throw new Refusal('not_permitted')
}
