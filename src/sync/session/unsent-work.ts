import type { Databases } from '#src/db/open-databases.ts'
import type { Device } from '../device.ts'
import { readUncarried } from '../drafts/uncarried.ts'
import { waitingFileIds } from '../files/send-files.ts'
import { flushBeforeLock } from './lock/before-lock.ts'

type GiveUpCommand = Device['giveUpCommand']

/**
 * Counts the changes, files and texts that exist only on this device. Commands in a sealed export exist elsewhere too;
 * they are still sent automatically when possible.
 */
export async function countUnsent({ work }: Databases): Promise<number> {
  const commands = await work.outbox
    .where('state')
    .notEqual('acked')
    .and(({ exportedAt }) => exportedAt === undefined)
    .count()
  const [files, texts] = await Promise.all([waitingFileIds(work), readUncarried(work)])
  return commands + files.length + texts.length
}

/** At sign-out, how long commands in flight have to arrive, and the polling interval (milliseconds). */
const LAST_SENDING_MS = 2_000
const LOOK_MS = 100

/**
 * Counts unsent work at sign-out. The last text is saved first and has a moment to arrive, so that nobody is asked
 * about words that are on their way.
 */
export async function countAfterSending({ databases, author, wake }: Device): Promise<number> {
  await flushBeforeLock()
  wake()
  const end = performance.now() + LAST_SENDING_MS
  let left = await countUnsent(databases)
  while (left > 0 && author.isOnline() && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    left = await countUnsent(databases)
  }
  return left
}

/**
 * Removes everything that was not delivered, after the user confirmed in writing. Commands that may be in flight are
 * voided on the server if it can be reached; otherwise the server may still have received them.
 */
export async function giveUpUnsent({ work }: Databases, giveUpCommand: GiveUpCommand): Promise<void> {
  const rows = await work.outbox.where('state').notEqual('acked').toArray()
  for (const { id } of rows.filter(({ sentAt }) => sentAt !== undefined)) {
    const isReached = await giveUpCommand(id).then(
      () => true,
      () => false,
    )
    if (!isReached) break
  }
  await work.transaction('rw', work.outbox, work.overlay, work.drafts, work.blobs, async () => {
    await Promise.all([work.outbox.clear(), work.overlay.clear(), work.drafts.clear(), work.blobs.clear()])
  })
}
