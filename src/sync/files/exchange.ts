import { SIGNED_OUT_STATUS } from '#contract/kernel/bases.ts'
import { ApiError, OfflineError, refusalOf } from '../api/errors.ts'
import { headersOf } from '../api/headers.ts'
import { reportReach } from '../api/reach.ts'
import { credentialsNow, sessionWasEnded, sessionZone } from '../session/session-state.ts'

/** A file on a bad connection may take minutes; without a limit it would block the queue forever. */
const TRANSFER_TIMEOUT_MS = 120_000

export interface FileRequest {
  method: 'GET' | 'POST'
  /** Added to the headers of every call. */
  headers?: Record<string, string>
  body?: string | Blob | FormData
}

/** One request about a file with this page's session. Throws ApiError or OfflineError. */
export type Exchange = (url: string, request: FileRequest) => Promise<Response>

export const exchange: Exchange = async (url, request) => {
  const credentials = credentialsNow()
  const zone = sessionZone()
  const headers = { ...headersOf('api', credentials, new Date(), zone), ...request.headers }
  const response = await fetch(url, {
    ...request,
    headers,
    cache: 'no-store',
    signal: AbortSignal.timeout(TRANSFER_TIMEOUT_MS),
  }).catch((error: unknown) => {
    reportReach({ answered: false })
    throw new OfflineError(error)
  })
  if (response.ok) return response
  const refusal = refusalOf(response, await response.json().catch(() => undefined))
  if (!refusal) throw new OfflineError(`status ${response.status} without an answer of this server`)
  if (response.status === SIGNED_OUT_STATUS && credentials) sessionWasEnded(credentials, refusal)
  throw new ApiError(response.status, refusal)
}
