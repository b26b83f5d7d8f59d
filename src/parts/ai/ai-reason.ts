import type { SessionFields } from '#domain/access/session.ts'
import { AI_WORDS as WORDS } from './words.ts'

/** Why a study cannot be sent to an AI company now, or undefined where it can. */
export function aiSendReason(
  session: Pick<SessionFields, 'main_modules'>,
  isOnline: boolean,
): string | undefined {
  if (!session.main_modules.includes('ezzy_ai_flow')) return WORDS.notBought
  return isOnline ? undefined : WORDS.offline
}
