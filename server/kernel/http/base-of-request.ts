import { BASE_HISTORY_HEADER } from '#contract/kernel/base-history.ts'
import { NO_REVISION } from '../sync/commands/restored.ts'
import { findBaseRev } from './if-match.ts'

type Raw = Readonly<Record<string, unknown>>

/** The revision that a request is based on, and its input. */
export interface BasedRequest {
  baseRev: number | undefined
  input: Raw
  /** The history of the request's revisions, if it differs from this one. */
  otherHistory: string | undefined
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * Reads the revisions in If-Match and in the input. A page that was read before a backup was restored sends its
 * history: its revisions then match none of this history (docs/decisions/266).
 */
export function basedRequest(headers: Headers, input: Raw, epoch: string): BasedRequest {
  const given = headers[BASE_HISTORY_HEADER]
  const history = typeof given === 'string' && given !== '' && given.length <= 64 ? given : epoch
  const ifMatch = headers['if-match']
  const baseRev = findBaseRev(typeof ifMatch === 'string' ? ifMatch : undefined)
  if (history === epoch) return { baseRev, input, otherHistory: undefined }
  const stripped = withoutRevisions(input) as Raw
  const isBased = baseRev !== undefined || typeof input.rev === 'number'
  return { baseRev: isBased ? NO_REVISION : undefined, input: stripped, otherHistory: history }
}

// In the input itself or in its rows: `rev` always names a revision.
function withoutRevisions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRevisions)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name === 'rev' && typeof part === 'number' ? NO_REVISION : withoutRevisions(part),
    ]),
  )
}
