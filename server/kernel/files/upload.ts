import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { FILE_RULES, type FileRefusal, refuseFileBytes, refuseNamedFile } from '#domain/file/limits.ts'
import { MEDIA_TYPES, sniff } from '#domain/file/sniff.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Caller } from '../context.ts'
import type { Kernel } from '../http/kernel.ts'
import { invalid } from '../http/read-input.ts'
import { sha256 } from './keep-file.ts'
import { isWholePicture, resizePicture } from './picture.ts'
import { type CanSeeStudy, type FilePurpose, ownerOfUpload, PURPOSE_RULES } from './purposes.ts'
import type { Upload } from './read-upload.ts'

/**
 * Keeps an upload and returns the id of its file. The order: right, size and kind, picture, owner, bytes, row. An id
 * that the device minted makes a repeated upload the same file.
 */
export async function keepUpload(
  kernel: Kernel,
  caller: Caller,
  upload: Upload,
  canSeeStudy: CanSeeStudy,
): Promise<string> {
  demandUploadRight(caller, upload.purpose)
  const id = upload.id ?? uuidv7()
  const source = sha256(upload.bytes)
  if (upload.id && (await isKept(kernel, caller, id, source))) return id
  const { bytes, mime } = await prepare(upload)
  const ownerId = await getOwner(kernel, caller, upload, canSeeStudy)
  await kernel.keepFile({
    clientId: caller.clientId,
    id,
    purpose: upload.purpose,
    ownerId,
    createdBy: caller.userId,
    name: upload.name.slice(0, 200),
    mime,
    bytes,
    sourceSha256: source,
  })
  // Of two uploads at once under one id, one has made the row: it must be the same file.
  await isKept(kernel, caller, id, source)
  await auditUpload(kernel, caller, id, upload.purpose)
  return id
}

/** Refuses who may not upload for this purpose. */
export function demandUploadRight(caller: Caller, purpose: FilePurpose): void {
  if (!PURPOSE_RULES[purpose].canUpload(caller)) throw new Refusal('not_permitted')
}

/** True where this very upload is kept already; another file under the same id is refused. */
export async function isKept(kernel: Kernel, caller: Caller, id: string, source: Buffer): Promise<boolean> {
  const kept = await kernel.database.tenant(caller.clientId, (tx) =>
    tx
      .selectFrom('file')
      .select(['source_sha256', 'created_by', 'sha256'])
      .where('client_id', '=', caller.clientId)
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  if (!kept) return false
  if (kept.created_by !== caller.userId || !kept.source_sha256?.equals(source)) throw new Refusal('id_reused')
  // A row whose bytes were lost is mended by who still has them.
  return kernel.files.has(kept.sha256)
}

async function prepare({ purpose, name, bytes, resize }: Upload): Promise<{ bytes: Buffer; mime: string }> {
  const { use, width } = PURPOSE_RULES[purpose]
  refuseFile(refuseNamedFile(use, { name, size: bytes.length }) ?? refuseFileBytes(use, bytes), use)
  const kind = sniff(bytes)
  if (!kind) throw new Refusal('invalid')
  const mime = MEDIA_TYPES[kind]
  if (kind !== 'jpg' && kind !== 'png') return { bytes, mime }
  if (width.when === 'onRequest' && !resize) {
    if (!(await isWholePicture(bytes))) refuseFile(FILE_RULES[use].wrongType, use)
    return { bytes, mime }
  }
  const resized = await resizePicture(bytes, width.pixels).catch(() => undefined)
  if (!resized) throw refusalOf(FILE_RULES[use].wrongType, use)
  return { bytes: resized, mime }
}

/** Throws what the rules of a use say against a file. */
export function refuseFile(refusal: FileRefusal | undefined, use: keyof typeof FILE_RULES): void {
  if (refusal) throw refusalOf(refusal, use)
}

// The words are the spec's; the code tells a file that is too large from one of the wrong kind.
function refusalOf({ message }: FileRefusal, use: keyof typeof FILE_RULES): Refusal {
  const isWrongType = message === FILE_RULES[use].wrongType.message
  return new Refusal(isWrongType ? 'invalid' : 'too_large', message, { fields: { file: message } })
}

/** Whose the file becomes; refuses an owner that the caller may not give it to. */
export async function getOwner(
  kernel: Kernel,
  caller: Caller,
  upload: Pick<Upload, 'purpose' | 'owner_id'>,
  canSeeStudy: CanSeeStudy,
): Promise<string | undefined> {
  const owner = await kernel.database.tenant(caller.clientId, (tx) =>
    ownerOfUpload(tx, caller, upload.purpose, upload.owner_id, canSeeStudy),
  )
  if (owner === undefined) throw invalid({ owner_id: 'is not a record that this file can belong to' })
  return owner ?? undefined
}

/** Writes into the audit trail that the caller brought a file. */
export async function auditUpload(
  kernel: Kernel,
  caller: Caller,
  id: string,
  purpose: string,
): Promise<void> {
  const { clientId, userId } = caller
  const line = { clientId, userId, action: 'upload', type: 'file', recordId: id, detail: { purpose } }
  await kernel.database.tenant(clientId, (tx) => writeAudit(tx, { ...line, at: kernel.now() }))
}
