import { ApiError, OfflineError } from '#src/sync/api/errors.ts'
import type { Spoken } from '#src/ui/language/use-catalogue.ts'
import type { KnownRefusal, PatientWords } from './words/en.ts'

const MINUTE_S = 60

/**
 * Returns the reason for a refusal in the page's language: by its code, with its parameters. In English,
 * codes unknown to these pages show the server's message, which is more specific.
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
