import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { isStaff, permits } from '#domain/access/rules.ts'
import type { SessionFields } from '#domain/access/session.ts'

const HOLDERS = {
  client: isStaff,
  masters: permits('manage_masters'),
  people: permits('manage_users'),
  none: () => false,
} as const

/** Whether the feed sends copies of this master to the device of `session` (server/kernel/scopes.ts). */
export function holdsCopies(master: AnyMaster, session: SessionFields | undefined): boolean {
  return session !== undefined && HOLDERS[master.scope](session)
}
