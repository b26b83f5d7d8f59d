import type { Databases } from '#src/db/open-databases.ts'
import { waitingFileIds } from '../files/send-files.ts'

/**
 * How many changes and files stand on this device and nowhere else. What was exported sealed stands elsewhere too; it
 * is still sent by itself when it can be.
 */
export async function countUnsent({ work }: Databases): Promise<number> {
  const commands = await work.outbox
    .where('state')
    .notEqual('acked')
    .and(({ exportedAt }) => exportedAt === undefined)
    .count()
  return commands + (await waitingFileIds(work)).length
}

/** Takes everything out that was not delivered: the person gave it up, by words typed. */
export async function giveUpUnsent({ work }: Databases): Promise<void> {
  await work.transaction('rw', work.outbox, work.overlay, work.drafts, work.blobs, async () => {
    await Promise.all([work.outbox.clear(), work.overlay.clear(), work.drafts.clear(), work.blobs.clear()])
  })
}
