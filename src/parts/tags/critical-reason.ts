import type { SessionFields } from '#domain/access/session.ts'
import { TAG_WORDS as WORDS } from './words.ts'

/** Why a person may not set critical tags, or undefined if they may. */
export function criticalTagReason(
  session: Pick<SessionFields, 'modules' | 'main_modules'> | undefined,
): string | undefined {
  if (!session?.main_modules.includes('assign_critical_tag_to_study')) return WORDS.noModule
  return session.modules.includes('assign_critical_tag_to_study') ? undefined : WORDS.noCriticalRight
}
