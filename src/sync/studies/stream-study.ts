import { DOWNLOAD_PATH, ESTIMATE_HEADER } from '#contract/calls/imaging.ts'
import { askFile } from '../api/ask-file.ts'

/** Progress of a download; the total is about `estimated` bytes if the image server could tell. */
export interface StreamProgress {
  received: number
  estimated: number | undefined
}

/** The stream ended before the file was complete: nothing of it is kept. */
export class CutShortError extends Error {
  constructor(cause?: unknown) {
    super('The image server stopped sending before the file was whole.', { cause })
    this.name = 'CutShortError'
  }
}

/** Parts are passed to the browser in portions of this size, which it stores outside of the page's memory. */
const PORTION_BYTES = 16 * 1024 * 1024
/** Maximum silence during a download. */
const SILENCE_MS = 60_000

/**
 * Returns the zip of a study, complete or not at all. Throws ApiError, OfflineError, CutShortError, or the AbortError
 * of `signal`.
 */
export async function streamStudy(
  studyId: string,
  onProgress: (progress: StreamProgress) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const silence = new AbortController()
  const response = await askFile(
    'api',
    DOWNLOAD_PATH,
    { study_id: studyId },
    AbortSignal.any([signal, silence.signal]),
  )
  const estimated = Number(response.headers.get(ESTIMATE_HEADER)) || undefined
  try {
    return await collect(response, silence, (received) => onProgress({ received, estimated }))
  } catch (error) {
    signal.throwIfAborted()
    throw new CutShortError(error)
  }
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
