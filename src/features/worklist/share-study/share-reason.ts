import type { SessionFields } from '#domain/access/session.ts'
import { shareChannelsOf } from '#domain/message/channels.ts'
import { SHARE_WORDS as WORDS } from './words.ts'

/** Returns why sharing is not possible now; undefined if it is. */
export function shareReason(
  session: Pick<SessionFields, 'modules' | 'main_modules'>,
  isOnline: boolean,
): string | undefined {
  if (!session.modules.includes('share_study')) return WORDS.notPermitted
  if (shareChannelsOf(session.main_modules).length === 0) return WORDS.noChannel
  return isOnline ? undefined : WORDS.offline
}
