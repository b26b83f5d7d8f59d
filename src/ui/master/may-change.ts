import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { givesRight } from '#contract/masters/engine/gives-right.ts'
import { isPlatform } from '#domain/access/rules.ts'
import type { SessionFields } from '#domain/access/session.ts'

/** Whether `session` may add, change and delete records of this master; the server checks the same. */
export function mayChange(master: AnyMaster, session: SessionFields | undefined, clientId?: string): boolean {
  if (!session) return false
  // The platform's administrator inside a client: access was checked on entry.
  if (clientId !== undefined) return master.inClient === true && isPlatform(session)
  if (master.owner === 'platform' && !isPlatform(session)) return false
  return givesRight(master, session) && (master.mayWrite?.(session) ?? true)
}
