import { filePath, UPLOAD_PATH } from '#contract/calls/files.ts'
import { BASES, SIGNED_OUT_STATUS } from '#contract/kernel/bases.ts'
import type { FileBody } from '#src/db/tables.ts'
import { ApiError, findErrorBody, OfflineError } from '../api/errors.ts'
import { headersOf } from '../api/headers.ts'
import { reportReach } from '../api/reach.ts'
import { credentialsNow, sessionWasEnded } from '../session/session-state.ts'

/** A file on a bad line may take minutes; without an end the queue behind it would stand for ever. */
const TRANSFER_TIMEOUT_MS = 120_000

/** Sends a file under the id it keeps; the same file twice is one. Throws ApiError or OfflineError. */
export async function uploadFile(fileId: string, { bytes, type, purpose, owner }: FileBody): Promise<void> {
  const form = new FormData()
  // Fields first: the server reads them before the bytes begin.
  form.set('id', fileId)
  form.set('purpose', purpose)
  if (owner !== undefined) form.set('owner_id', owner)
  form.set('file', new Blob([bytes], { type }), `picture.${type === 'image/png' ? 'png' : 'jpg'}`)
  await exchange(`${BASES.api.prefix}${UPLOAD_PATH}`, { method: 'POST', body: form })
}

/** Reads a file by its id, or by a signed link to it. Throws ApiError or OfflineError. */
export async function downloadFile(fileIdOrLink: string): Promise<FileBody> {
  const url = fileIdOrLink.startsWith('/') ? fileIdOrLink : filePath(fileIdOrLink)
  const response = await exchange(url, { method: 'GET' })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { bytes, type: response.headers.get('content-type') ?? 'application/octet-stream', purpose: '' }
}

async function exchange(url: string, init: RequestInit): Promise<Response> {
  const credentials = credentialsNow()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const headers = headersOf('api', credentials, new Date(), zone)
  const response = await fetch(url, {
    ...init,
    headers,
    cache: 'no-store',
    signal: AbortSignal.timeout(TRANSFER_TIMEOUT_MS),
  }).catch((error: unknown) => {
    reportReach(false)
    throw new OfflineError(error)
  })
  if (response.ok) return response
  const refusal = findErrorBody(await response.json().catch(() => undefined))
  if (!refusal) throw new OfflineError(`status ${response.status} without an answer of this server`)
  if (response.status === SIGNED_OUT_STATUS && credentials) sessionWasEnded(credentials, refusal)
  throw new ApiError(response.status, refusal)
}
