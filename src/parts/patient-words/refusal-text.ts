import { ApiError, OfflineError } from '#src/sync/api/errors.ts'
import type { Spoken } from '#src/ui/language/use-catalogue.ts'
import type { KnownRefusal, PatientWords } from './words/en.ts'

const MINUTE_S = 60

/**
 * Why something was refused, in the words of the page: by its code, with what the code carries. In English what these pages
 * have no word for is said in the server's own, which say more.
 */
export function refusalText(error: Error, { language, words }: Spoken<PatientWords>): string {
  const { offline, refusals } = words
  if (error instanceof OfflineError) return offline
  const other = language === 'en' ? error.message : refusals.other
  if (!(error instanceof ApiError)) return other
  const { code, retry_after = MINUTE_S } = error.body
  if (code === 'throttled') return refusals.throttled(Math.max(1, Math.ceil(retry_after / MINUTE_S)))
  return isKnown(code, refusals) ? refusals[code] : other
}

const isKnown = (code: string, refusals: PatientWords['refusals']): code is KnownRefusal => code in refusals
