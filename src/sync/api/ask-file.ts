import { BASES, type Base, SIGNED_OUT_STATUS } from '#contract/kernel/bases.ts'
import { credentialsNow, sessionWasEnded } from '../session/session-state.ts'
import { ApiError, findErrorBody, OfflineError } from './errors.ts'
import { headersOf } from './headers.ts'
import { reportReach } from './reach.ts'

/**
 * Asks for what is no JSON: a file that the server makes or passes on. The answer is one of success, its body unread.
 * Throws ApiError where the server refuses, OfflineError where no answer of it comes, the AbortError of `signal`.
 */
export async function askFile(
  base: Base,
  path: string,
  body: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Response> {
  const credentials = credentialsNow()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const response = await fetch(`${BASES[base].prefix}${path}`, {
    method: 'POST',
    headers: { ...headersOf(base, credentials, new Date(), zone), 'content-type': 'application/json' },
    body: JSON.stringify(body),
    cache: 'no-store',
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error
    reportReach(false)
    throw new OfflineError(error)
  })
  if (response.ok) return response
  const refusal = findErrorBody(await response.json().catch(() => undefined))
  if (!refusal) throw new OfflineError(`status ${response.status} without an answer of this server`)
  if (response.status === SIGNED_OUT_STATUS && credentials) sessionWasEnded(credentials, refusal)
  throw new ApiError(response.status, refusal)
}
