import type { BlobRow } from '#src/db/work-database.ts'
import { getDevice } from '../current-device.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { REFUSED } from './send-files.ts'

/** A file that the server did not take; its bytes are still on this device. */
export interface RefusedFile {
  id: string
  /** Why, in the server's words. */
  reason: string
  /** What it was for: a picture of a text, or a document. */
  purpose: string
}

const NONE: RefusedFile[] = []

/** Files of a record (a study's pictures) that the server did not take. */
export function useRefusedFiles(owner: string): readonly RefusedFile[] {
  return useLive(refusedOf(owner), owner).answer ?? NONE
}

/** Sends refused files once more: rights and limits may have changed. */
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

/** Lets a refused file go that its person chose another one for; any other file stays. */
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
