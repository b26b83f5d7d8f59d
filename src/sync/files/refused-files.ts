import type { BlobRow } from '#src/db/work-database.ts'
import { getDevice } from '../current-device.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { REFUSED } from './send-files.ts'

/** A file that the server refused; its bytes are still on this device. */
export interface RefusedFile {
  id: string
  /** The server's message. */
  reason: string
  /** Its purpose: an image of a text, or a document. */
  purpose: string
}

const NONE: RefusedFile[] = []

/** Returns the files of a record (a study's images) that the server refused. */
export function useRefusedFiles(owner: string): readonly RefusedFile[] {
  return useLive(refusedOf(owner), owner).answer ?? NONE
}

/** Sends refused files again: rights and limits may have changed. */
export async function retryFiles(ids: readonly string[]): Promise<void> {
  const { databases, wake } = getDevice()
  const { work, blobs } = databases
  const rows = (await Promise.all(ids.map((id) => blobs.find(id)))).filter((row) => row !== undefined)
  await work.blobs.bulkPut(
    await blobs.sealAll(
      rows.map((row) => ({ ...row, command: '', body: { ...row.body, refusal: undefined } })),
    ),
  )
  wake()
}

/** Deletes a refused file that its author replaced; leaves any other file. */
export async function dropRefusedFile(id: string): Promise<void> {
  const { work } = getDevice().databases
  await work.transaction('rw', work.blobs, async () => {
    if ((await work.blobs.get(id))?.command === REFUSED) await work.blobs.delete(id)
  })
}

function refusedOf(owner: string): LiveQuestion<BlobRow[], RefusedFile[]> {
  return {
    read: ({ databases: { work } }) => work.blobs.where('command').equals(REFUSED).toArray(),
    open: async (rows, { databases: { blobs } }) =>
      (await blobs.openAll(rows))
        .filter(({ body }) => body.owner === owner)
        .map(({ id, body }) => ({ id, reason: body.refusal ?? '', purpose: body.purpose })),
  }
}
