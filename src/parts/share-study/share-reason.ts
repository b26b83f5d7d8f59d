import type { SessionFields } from '#domain/access/session.ts'
import { shareChannelsOf } from '#domain/message/channels.ts'
import { SHARE_WORDS as WORDS } from './words.ts'

/** Whether the person shares studies at all: the right to it, and a way to share that the client has bought. */
export function canShare(session: Pick<SessionFields, 'modules' | 'main_modules'>): boolean {
  return session.modules.includes('share_study') && shareChannelsOf(session.main_modules).length > 0
}

/** Why sharing is not possible now; undefined where it is. */
export function shareReason(
  session: Pick<SessionFields, 'modules' | 'main_modules'>,
  isOnline: boolean,
): string | undefined {
  if (!session.modules.includes('share_study')) return WORDS.notPermitted
  if (shareChannelsOf(session.main_modules).length === 0) return WORDS.noChannel
  return isOnline ? undefined : WORDS.offline
}
