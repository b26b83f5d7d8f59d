import { type AccessSession, allOf, isPlatform, permits } from '#domain/access/rules.ts'
import { TILE_RULES } from '#domain/access/tiles.ts'
import type { AnyMaster } from './define-master.ts'

/**
 * Whether `session` has the right to a master: one of its tiles, or for one without a tile the permission of the
 * platform's own people. Server and device use the same rule.
 */
export function givesRight(
  { tiles, access }: Pick<AnyMaster, 'tiles' | 'access'>,
  session: AccessSession,
): boolean {
  return (
    tiles.some((tile) => TILE_RULES[tile](session)) ||
    (access !== undefined && allOf(isPlatform, permits(access))(session))
  )
}
