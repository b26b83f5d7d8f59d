import { DOWNLOAD_PATH, ESTIMATE_HEADER } from '#contract/calls/imaging.ts'
import { BASES, SIGNED_OUT_STATUS } from '#contract/kernel/bases.ts'
import { ApiError, findErrorBody, OfflineError } from '../api/errors.ts'
import { headersOf } from '../api/headers.ts'
import { reportReach } from '../api/reach.ts'
import { credentialsNow, sessionWasEnded } from '../session/session-state.ts'

/** How far a download is; the whole is about `estimated` bytes where the image server could say so. */
export interface StreamProgress {
  received: number
  estimated: number | undefined
}

/** The stream ended before the file was whole: nothing of it is kept. */
export class CutShortError extends Error {
  constructor(cause?: unknown) {
    super('The image server stopped sending before the file was whole.', { cause })
    this.name = 'CutShortError'
  }
}

/** Parts are handed to the browser in portions of this size, which it keeps outside of the page's memory. */
const PORTION_BYTES = 16 * 1024 * 1024
/** Longest silence in the middle of a download. */
const SILENCE_MS = 60_000

/**
 * The zip of a study, whole or not at all. Throws ApiError, OfflineError, CutShortError, or the AbortError of `signal`.
 */
export async function streamStudy(
  studyId: string,
  onProgress: (progress: StreamProgress) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const silence = new AbortController()
  const response = await ask(studyId, AbortSignal.any([signal, silence.signal]))
  const estimated = Number(response.headers.get(ESTIMATE_HEADER)) || undefined
  try {
    return await collect(response, silence, (received) => onProgress({ received, estimated }))
  } catch (error) {
    signal.throwIfAborted()
    throw new CutShortError(error)
  }
}

async function ask(studyId: string, signal: AbortSignal): Promise<Response> {
  const credentials = credentialsNow()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const response = await fetch(`${BASES.api.prefix}${DOWNLOAD_PATH}`, {
    method: 'POST',
    headers: { ...headersOf('api', credentials, new Date(), zone), 'content-type': 'application/json' },
    body: JSON.stringify({ study_id: studyId }),
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

async function collect(
  { body }: Response,
  silence: AbortController,
  onReceived: (bytes: number) => void,
): Promise<Blob> {
  const reader = body?.getReader()
  if (!reader) throw new Error('an answer without a body')
  let whole = new Blob([])
  let portion: BlobPart[] = []
  let [size, received] = [0, 0]
  for (;;) {
    const timer = setTimeout(() => silence.abort(), SILENCE_MS)
    const { done, value } = await reader.read().finally(() => clearTimeout(timer))
    if (done) return new Blob([whole, ...portion], { type: 'application/zip' })
    portion.push(value)
    size += value.byteLength
    received += value.byteLength
    onReceived(received)
    if (size < PORTION_BYTES) continue
    whole = new Blob([whole, ...portion])
    portion = []
    size = 0
  }
}
