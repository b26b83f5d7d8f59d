import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { FILE_RULES, type FileRefusal, refuseFileBytes, refuseNamedFile } from '#domain/file/limits.ts'
import { MEDIA_TYPES, sniff } from '#domain/file/sniff.ts'
import { writeAudit } from '../audit.ts'
import type { Caller } from '../context.ts'
import type { Kernel } from '../http/kernel.ts'
import { invalid } from '../http/read-input.ts'
import { sha256 } from './keep-file.ts'
import { isWholePicture, resizePicture } from './picture.ts'
import { type CanSeeStudy, type FilePurpose, ownerOfUpload, PURPOSE_RULES } from './purposes.ts'
import type { Upload } from './read-upload.ts'

/**
 * Stores an upload and returns the id of its file. Checks in this order: right, size and kind, picture, owner; then
 * writes bytes and row. An id minted by the device makes a repeated upload the same file.
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
  // Of two concurrent uploads with one id, one has created the row: it must be the same file.
  await isKept(kernel, caller, id, source)
  await auditUpload(kernel, caller, id, upload.purpose)
  return id
}

/** Throws if the caller may not upload for this purpose. */
export function demandUploadRight(caller: Caller, purpose: FilePurpose): void {
  if (!PURPOSE_RULES[purpose].canUpload(caller)) throw new Refusal('not_permitted')
}

/** Returns true if this very upload is stored already; throws if another file has this id. */
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
  // If the stored bytes were lost, a device that still has them restores them.
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

/** Throws the refusal that the rules of a use found for a file, if any. */
export function refuseFile(refusal: FileRefusal | undefined, use: keyof typeof FILE_RULES): void {
  if (refusal) throw refusalOf(refusal, use)
}

// The message is the spec's; the code tells a file that is too large from one of the wrong kind.
function refusalOf({ message }: FileRefusal, use: keyof typeof FILE_RULES): Refusal {
  const isWrongType = message === FILE_RULES[use].wrongType.message
  return new Refusal(isWrongType ? 'invalid' : 'too_large', message, { fields: { file: message } })
}

/** Returns the owner of the file; throws for an owner that the caller may not give it to. */
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

/** Records the caller's upload in the audit trail. */
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
