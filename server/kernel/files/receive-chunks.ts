import type { z } from 'zod/mini'
import type { FinishUpload, PutChunk } from '#contract/calls/files.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller } from '../context.ts'
import type { Kernel } from '../http/kernel.ts'
import { invalid } from '../http/read-input.ts'
import { KEPT, missingOf, type UploadState } from './begin-upload.ts'
import { dropUpload } from './drop-upload.ts'
import { sha256 } from './keep-file.ts'
import type { CanSeeStudy, FilePurpose } from './purposes.ts'
import { isKept, keepUpload } from './upload.ts'
import { findUpload, forgetArrived, markArrived, type UploadRow } from './upload-rows.ts'

/** Stores one chunk of the caller's upload. Throws if the bytes do not match their name. */
export async function receiveChunk(
  kernel: Kernel,
  caller: Caller,
  { id, sha256: name }: z.output<typeof PutChunk>,
  bytes: Buffer,
): Promise<void> {
  const { clientId } = caller
  const upload = await findOwn(kernel, caller, id)
  if (!upload) throw new Refusal('not_found')
  if (!upload.chunks.includes(name)) throw invalid({ sha256: 'is no chunk of this file' })
  if (sha256(bytes).toString('hex') !== name) throw invalid({ chunk: 'is not what its name says' })
  if (upload.arrived.includes(name)) return
  await kernel.files.chunks.put({ clientId, uploadId: id }, name, bytes)
  // Bytes first: a chunk marked as arrived exists.
  const isNoted = await kernel.database.tenant(clientId, (tx) =>
    markArrived(tx, clientId, id, name, kernel.now()),
  )
  if (isNoted) return
  await kernel.files.chunks.drop({ clientId, uploadId: id }, [name])
  throw new Refusal('not_found')
}

/**
 * Assembles the file from its chunks, with all checks of a plain upload, and deletes them. Returns the missing chunks
 * if it is incomplete; the same file may be finished again. A refused one leaves nothing behind here: its device still
 * has it.
 */
export async function finishUpload(
  kernel: Kernel,
  caller: Caller,
  wish: z.output<typeof FinishUpload>,
  canSeeStudy: CanSeeStudy,
): Promise<UploadState> {
  const source = Buffer.from(wish.sha256, 'hex')
  const upload = await findOwn(kernel, caller, wish.id)
  if (!upload?.sha256.equals(source)) return demandKept(kernel, caller, wish.id, source)
  const lacking = missingOf(upload)
  if (lacking.length > 0) return { kept: false, missing: lacking }
  const found = await assemble(kernel, caller, upload)
  if ('lost' in found) {
    // Another finish of the same file may have come first and deleted them.
    if (await isKept(kernel, caller, wish.id, source)) return KEPT
    return { kept: false, missing: found.lost }
  }
  await keep(kernel, caller, upload, found.bytes, canSeeStudy)
  return KEPT
}

async function keep(
  kernel: Kernel,
  caller: Caller,
  upload: UploadRow,
  bytes: Buffer,
  canSeeStudy: CanSeeStudy,
): Promise<void> {
  const { id, name, owner_id } = upload
  const wanted = {
    id,
    name,
    bytes,
    purpose: upload.purpose as FilePurpose,
    owner_id: owner_id ?? undefined,
    resize: false,
  }
  try {
    if (bytes.length !== upload.bytes || !sha256(bytes).equals(upload.sha256))
      throw new Refusal('invalid', 'The file differs from what was announced. Add it again.')
    await keepUpload(kernel, caller, wanted, canSeeStudy)
  } catch (error) {
    if (error instanceof Refusal) await dropUpload(kernel, caller.clientId, id)
    throw error
  }
  await dropUpload(kernel, caller.clientId, id)
}

async function demandKept(kernel: Kernel, caller: Caller, id: string, source: Buffer): Promise<UploadState> {
  if (await isKept(kernel, caller, id, source)) return KEPT
  throw new Refusal('not_found')
}

/** Returns the bytes in the order of the chunks; marks chunks that the store lost as missing again. */
async function assemble(
  { database, files }: Kernel,
  { clientId }: Caller,
  { id, chunks }: UploadRow,
): Promise<{ bytes: Buffer } | { lost: string[] }> {
  const parts: Buffer[] = []
  const lost = new Set<string>()
  for (const name of chunks) {
    const part = await files.chunks.read({ clientId, uploadId: id }, name)
    if (part) parts.push(part)
    else lost.add(name)
  }
  if (lost.size === 0) return { bytes: Buffer.concat(parts) }
  await database.tenant(clientId, async (tx) => {
    for (const name of lost) await forgetArrived(tx, clientId, id, name)
  })
  return { lost: [...lost] }
}

/** Returns the caller's upload; undefined for another person's. */
async function findOwn(
  { database }: Kernel,
  { clientId, userId }: Caller,
  id: string,
): Promise<UploadRow | undefined> {
  const upload = await database.tenant(clientId, (tx) => findUpload(tx, clientId, id))
  return upload?.created_by === userId ? upload : undefined
}
