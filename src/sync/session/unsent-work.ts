import type { Databases } from '#src/db/open-databases.ts'
import type { Device } from '../device.ts'
import { readUncarried } from '../drafts/uncarried.ts'
import { waitingFileIds } from '../files/send-files.ts'
import { flushBeforeLock } from './before-lock.ts'

type GiveUpCommand = Device['giveUpCommand']

/**
 * How many changes, files and texts stand on this device and nowhere else. What was exported sealed stands elsewhere too; it
 * is still sent by itself when it can be.
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

/** At a sign-out what is on its way has so long to arrive (milliseconds), looked for this often. */
const LAST_SENDING_MS = 2_000
const LOOK_MS = 100

/**
 * Counts what is unsent at a sign-out. What was typed last is saved first, and has a moment to arrive: nobody is asked
 * about words that are on their way.
 */
export async function countAfterSending({ databases, desk, wake }: Device): Promise<number> {
  await flushBeforeLock()
  wake()
  const end = performance.now() + LAST_SENDING_MS
  let left = await countUnsent(databases)
  while (left > 0 && desk.isOnline() && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    left = await countUnsent(databases)
  }
  return left
}

/**
 * Takes everything out that was not delivered: the person gave it up, by words typed. What may be on its way is taken
 * back at the server where that can be reached; where it cannot, the server may yet have received it.
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
