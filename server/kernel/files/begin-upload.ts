import { type BeginUpload, CHUNK_BYTES } from '#contract/calls/files.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { refuseNamedFile } from '#domain/file/limits.ts'
import type { Caller } from '../context.ts'
import type { Kernel } from '../http/kernel.ts'
import { invalid } from '../http/read-input.ts'
import { dropUpload } from './drop-upload.ts'
import { type CanSeeStudy, type FilePurpose, PLAIN_MAX_BYTES, PURPOSE_RULES } from './purposes.ts'
import { takeSameContent } from './same-content.ts'
import { auditUpload, demandUploadRight, getOwner, isKept, refuseFile } from './upload.ts'
import { openUpload, selectOtherUploads, type UploadRow } from './upload-rows.ts'

/** A file that a person wants to send. */
export interface UploadWish extends BeginUpload {
  purpose: FilePurpose
}

/** The chunks that are still to be sent: none if the file is stored. */
export interface UploadState {
  kept: boolean
  missing: string[]
}

export const KEPT: UploadState = { kept: true, missing: [] }

/**
 * Maximum total of one person's unfinished files, besides the one that begins; the least recently used make room, and
 * their device sends them again.
 */
const UNFINISHED_MAX_BYTES = 10 * PLAIN_MAX_BYTES

/**
 * Begins or resumes a file that comes in chunks. Refuses everything that can be refused before its bytes travel, in the
 * order of a plain upload; content that its owner already has is not requested again.
 */
export async function beginUpload(
  kernel: Kernel,
  caller: Caller,
  wish: UploadWish,
  canSeeStudy: CanSeeStudy,
): Promise<UploadState> {
  demandUploadRight(caller, wish.purpose)
  const source = Buffer.from(wish.sha256, 'hex')
  if (await isKept(kernel, caller, wish.id, source)) return KEPT
  const { use } = PURPOSE_RULES[wish.purpose]
  refuseFile(refuseNamedFile(use, { name: wish.name, size: wish.bytes }), use)
  if (wish.chunks.length !== Math.ceil(wish.bytes / CHUNK_BYTES))
    throw invalid({ chunks: 'are not as many as the file has' })
  const ownerId = await getOwner(kernel, caller, wish, canSeeStudy)
  if (await takeSameContent(kernel, caller, { ...wish, source, ownerId })) {
    await auditUpload(kernel, caller, wish.id, wish.purpose)
    return KEPT
  }
  const upload = await openOwn(kernel, caller, wish, source, ownerId)
  await makeRoom(kernel, caller, upload)
  return { kept: false, missing: missingOf(upload) }
}

/** Returns the chunks of an upload that have not arrived, each once. */
export const missingOf = ({ chunks, arrived }: Pick<UploadRow, 'chunks' | 'arrived'>): string[] => [
  ...new Set(chunks).difference(new Set(arrived)),
]

async function openOwn(
  { database, now }: Kernel,
  caller: Caller,
  wish: UploadWish,
  source: Buffer,
  ownerId: string | undefined,
): Promise<UploadRow> {
  const wanted = {
    id: wish.id,
    created_by: caller.userId,
    sha256: source,
    bytes: wish.bytes,
    name: wish.name,
    purpose: wish.purpose,
    owner_id: ownerId ?? null,
    chunks: wish.chunks,
  }
  const upload = await database.tenant(caller.clientId, (tx) =>
    openUpload(tx, caller.clientId, wanted, now()),
  )
  const isSame =
    upload.created_by === caller.userId &&
    upload.sha256.equals(source) &&
    upload.purpose === wanted.purpose &&
    upload.owner_id === wanted.owner_id &&
    upload.chunks.join() === wanted.chunks.join()
  if (!isSame) throw new Refusal('id_reused')
  return upload
}

async function makeRoom(kernel: Kernel, { clientId }: Caller, upload: UploadRow): Promise<void> {
  const others = await kernel.database.tenant(clientId, (tx) => selectOtherUploads(tx, clientId, upload))
  let taken = Math.min(upload.bytes, PLAIN_MAX_BYTES)
  for (const { id, bytes } of others) {
    taken += bytes
    if (taken > UNFINISHED_MAX_BYTES) await dropUpload(kernel, clientId, id)
  }
}
