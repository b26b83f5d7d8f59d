import { v7 as mintId } from 'uuid'
import { UPLOAD_PATH, UploadAnswer } from '#contract/calls/files.ts'
import { BASES, type Base, SIGNED_OUT_STATUS } from '#contract/kernel/bases.ts'
import { REFUSAL_HEADER } from '#contract/kernel/refusal-header.ts'
import { ApiError, findErrorBody, OfflineError } from '../api/errors.ts'
import { headersOf } from '../api/headers.ts'
import { reportReach } from '../api/reach.ts'
import { branchZone } from '../session/branch-zone.ts'
import { credentialsNow, sessionWasEnded } from '../session/session-state.ts'

export interface UploadOptions {
  /** Its purpose (server/kernel/files/purposes.ts). */
  purpose: string
  /** The record that it belongs to, if the purpose has one. */
  owner?: string
  /** Images are resized to the stored width of logos and photos (docs/wire.md#lists-and-limits). */
  resize?: boolean
  /** 0 to 1, as the bytes are sent. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/**
 * Sends a file at once, for a form that needs the network anyway; returns the id that the form saves. Uses
 * XMLHttpRequest, because fetch reports no upload progress. Throws ApiError, OfflineError, the abort of `signal`.
 */
export async function uploadNow(file: File, options: UploadOptions): Promise<string> {
  const body = await postForm({ base: 'api', path: UPLOAD_PATH }, formOf(file, options), options)
  const answer = UploadAnswer.safeParse(body)
  if (!answer.success) throw new OfflineError('an answer that is not of this server')
  return answer.data.result.file_id
}

/** The endpoint of a form. */
export interface FormTarget {
  base: Base
  path: string
}

export type FormProgress = Pick<UploadOptions, 'onProgress' | 'signal'>

/** Sends a form and returns the server's answer. Throws ApiError, OfflineError, the abort of `signal`. */
export async function postForm(target: FormTarget, form: FormData, progress: FormProgress): Promise<unknown> {
  const credentials = credentialsNow()
  const { status, body, mark } = await post(target, form, progress)
  const refusal = findErrorBody(body, mark)
  if (!refusal) return body
  if (status === SIGNED_OUT_STATUS && credentials) sessionWasEnded(credentials, refusal)
  throw new ApiError(status, refusal)
}

function formOf(file: File, { purpose, owner, resize = false }: UploadOptions): FormData {
  const form = new FormData()
  // Fields first: the server reads them before the bytes begin.
  form.set('id', mintId())
  form.set('purpose', purpose)
  if (resize) form.set('resize', '1')
  if (owner !== undefined) form.set('owner_id', owner)
  form.set('file', file, file.name)
  return form
}

function post(
  { base, path }: FormTarget,
  form: FormData,
  { onProgress, signal }: FormProgress,
): Promise<{ status: number; body: unknown; mark: string | null }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${BASES[base].prefix}${path}`)
    const zone = branchZone()
    const headers = headersOf(base, credentialsNow(), new Date(), zone)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        body: jsonOf(request.responseText),
        mark: request.getResponseHeader(REFUSAL_HEADER),
      }),
    )
    request.addEventListener('error', () => {
      reportReach({ answered: false })
      reject(new OfflineError('the upload was cut'))
    })
    request.addEventListener('abort', () =>
      reject(signal?.reason ?? new OfflineError('the upload was ended')),
    )
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
