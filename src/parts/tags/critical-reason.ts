import type { SessionFields } from '#domain/access/session.ts'
import { TAG_WORDS as WORDS } from './words.ts'

/** Returns why a person may not set critical tags; undefined if they may. */
export function criticalTagReason(
  session: Pick<SessionFields, 'modules' | 'main_modules'> | undefined,
): string | undefined {
  if (!session?.main_modules.includes('assign_critical_tag_to_study')) return WORDS.noModule
  return session.modules.includes('assign_critical_tag_to_study') ? undefined : WORDS.noCriticalRight
}
