import { type Base, SIGNED_OUT_STATUS } from '#contract/kernel/bases.ts'
import { credentialsNow, sessionWasEnded, sessionZone } from '../session/session-state.ts'
import { ApiError, OfflineError, refusalOf } from './errors.ts'
import { headersOf } from './headers.ts'
import { loadTransport } from './load-transport.ts'
import { reportReach } from './reach.ts'
import type { Question } from './transport.ts'

/**
 * Requests a response that is not JSON: a file that the server creates or passes on. Returns a successful response, its
 * body unread. Throws ApiError if the server refuses, OfflineError if it does not answer, the AbortError of `signal`.
 */
export async function askFile(
  base: Base,
  path: string,
  body: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Response> {
  const credentials = credentialsNow()
  const zone = sessionZone()
  const question: Question = {
    base,
    path,
    method: 'POST',
    body: JSON.stringify(body),
    headers: () => ({
      ...headersOf(base, credentials, new Date(), zone),
      'content-type': 'application/json',
    }),
    // A large file takes time; the waiting user can cancel it.
    timeoutMs: false,
    signal,
  }
  const response = await send(question).catch((error: unknown) => {
    if (signal.aborted) throw error
    reportReach({ answered: false })
    throw new OfflineError(error)
  })
  if (response.ok) return response
  const refusal = refusalOf(response, await response.json().catch(() => undefined))
  if (!refusal) throw new OfflineError(`status ${response.status} without an answer of this server`)
  if (response.status === SIGNED_OUT_STATUS && credentials) sessionWasEnded(credentials, refusal)
  throw new ApiError(response.status, refusal)
}

async function send(question: Question): Promise<Response> {
  const { ask } = await loadTransport()
  return ask((url, init) => fetch(url, init), question)
}
