import { v7 as mintId } from 'uuid'
import { withQuotaRetry } from '#src/db/quota.ts'
import { getDevice } from '../current-device.ts'

/** The purpose of a file, as file/upload expects it. */
export type FilePurpose = 'report_image' | 'document' | 'visit_document' | 'booklet_image'

/**
 * Stores a file durably on this device, and sends it as soon as the server can be reached; returns its id, the same on
 * both. `owner` is the record that it belongs to (an image's study): whoever may see that may see the file. Texts that
 * name it may be saved from now on: saves wait until their files have been sent.
 */
export async function keepFile(file: Blob, purpose: FilePurpose, owner: string): Promise<string> {
  const { databases, wake } = getDevice()
  const id = mintId()
  const body = { bytes: new Uint8Array(await file.arrayBuffer()), type: file.type, purpose, owner }
  const row = await databases.blobs.seal({ id, rev: 0, command: '', body })
  const { work, cache } = databases
  await withQuotaRetry(cache, () => work.transaction('rw', work.blobs, () => work.blobs.add(row)))
  wake()
  return id
}
