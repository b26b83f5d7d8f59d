import { v7 as mintId } from 'uuid'
import { withQuotaRetry } from '#src/db/quota.ts'
import { getDevice } from '../current-device.ts'

/** What a file is for, as file/upload wants to know it. */
export type FilePurpose = 'report_image' | 'document' | 'visit_document' | 'booklet_image'

/**
 * Keeps a file on this device, durably, and sends it as soon as the server can be reached; returns the id that it has
 * here and there. `owner` is the record that it belongs to (a picture's study): who may see that may see the file. What names the file may be saved from now on: saves wait until their files have gone ahead.
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
