import { CHUNK_BYTES, CHUNKED_PATHS } from '#contract/calls/files.ts'
import type { FileBody } from '#src/db/tables.ts'
import { type Exchange, exchange } from './exchange.ts'
import { createUpload } from './file-transfer.ts'
import type { FormProgress } from './upload-now.ts'

/**
 * Sends a large file at once for a form that waits for it, in resumable chunks, and reports its progress (0 to 1).
 * Throws ApiError, OfflineError, the abort of `signal`.
 */
export async function sendWithProgress(
  fileId: string,
  body: FileBody,
  { onProgress, signal }: FormProgress,
): Promise<void> {
  const all = Math.max(1, Math.ceil(body.bytes.length / CHUNK_BYTES))
  let arrived = 0
  const over: Exchange = async (url, request) => {
    signal?.throwIfAborted()
    const response = await exchange(url, request)
    if (url.includes(CHUNKED_PATHS.chunk)) {
      arrived += 1
      onProgress?.(Math.min(1, arrived / all))
    }
    return response
  }
  await createUpload(over)(fileId, body)
  onProgress?.(1)
}
