import type { AnyMaster } from '#contract/masters/define-master.ts'
import { isPlatform } from '#domain/access/rules.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { TILE_RULES } from '#domain/access/tiles.ts'

/** Whether `session` may add, change and delete records of this master; the server asks the same. */
export function mayChange(master: AnyMaster, session: SessionFields | undefined, clientId?: string): boolean {
  if (!session) return false
  // The platform's administrator inside a client: who may be there at all was asked on the way in.
  if (clientId !== undefined) return master.inClient === true && isPlatform(session)
  if (master.owner === 'platform' && !isPlatform(session)) return false
  return master.tiles.some((tile) => TILE_RULES[tile](session)) && (master.mayWrite?.(session) ?? true)
}
