import type { StudyRow } from '#contract/calls/studies.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { hasSigned } from '#domain/report/filed.ts'
import { SPLIT_WORDS as WORDS } from './words.ts'

/** Returns why this person cannot split a study now; undefined if they can. */
export function splitReason(
  study: Pick<StudyRow, 'status' | 'signed_reports'>,
  session: Pick<SessionFields, 'modules' | 'main_modules'> | undefined,
  isOnline: boolean,
): string | undefined {
  if (!session?.main_modules.includes('split_study')) return WORDS.noModule
  if (!session.modules.includes('split_study')) return WORDS.noRight
  if (hasSigned(study)) return WORDS.signed
  return isOnline ? undefined : WORDS.offline
}
