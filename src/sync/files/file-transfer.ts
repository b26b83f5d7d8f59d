import { CHUNK_BYTES, filePath, UPLOAD_PATH } from '#contract/calls/files.ts'
import { BASES } from '#contract/kernel/bases.ts'
import type { FileBody } from '#src/db/tables.ts'
import { type Exchange, exchange } from './exchange.ts'
import { nameOf } from './file-name.ts'
import { sendInChunks } from './send-chunks.ts'
import type { Upload } from './send-files.ts'

/** Sends a file under its final id; sending it twice has no further effect. Throws ApiError or OfflineError. */
export const uploadFile: Upload = createUpload(exchange)

/** As uploadFile, over a given exchange: small files in one request, larger ones in resumable chunks. */
export function createUpload(over: Exchange): Upload {
  return (fileId, body) =>
    body.bytes.length > CHUNK_BYTES ? sendInChunks(fileId, body, over) : sendWhole(fileId, body, over)
}

async function sendWhole(fileId: string, body: FileBody, over: Exchange): Promise<void> {
  const { bytes, type, purpose, owner } = body
  const form = new FormData()
  // Fields first: the server reads them before the bytes begin.
  form.set('id', fileId)
  form.set('purpose', purpose)
  if (owner !== undefined) form.set('owner_id', owner)
  form.set('file', new Blob([bytes], { type }), nameOf(body))
  await over(`${BASES.api.prefix}${UPLOAD_PATH}`, { method: 'POST', body: form })
}

/** Reads a file by its id, or by a signed link to it. Throws ApiError or OfflineError. */
export async function downloadFile(fileIdOrLink: string): Promise<FileBody> {
  const url = fileIdOrLink.startsWith('/') ? fileIdOrLink : filePath(fileIdOrLink)
  const response = await exchange(url, { method: 'GET' })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { bytes, type: response.headers.get('content-type') ?? 'application/octet-stream', purpose: '' }
}
