import { OfflineError } from '#src/sync/api/errors.ts'
import { giveUp, retryParked } from '#src/sync/outbox/parked.ts'
import { type QueueItem, settleFlag } from '#src/sync/outbox/use-queue.ts'
import { confirmTyped } from '#src/ui/confirm-typed.tsx'
import { notifyDone, notifyError } from '#src/ui/notify.ts'
import { SYNC_WORDS as WORDS } from '../words.ts'

/** Sends a refused change once more as it is. */
export async function retry({ id }: QueueItem): Promise<void> {
  await retryParked(id).catch(notifyError)
}

/** Sends many once more, in the order they were made. */
export async function retryMany(items: readonly QueueItem[]): Promise<void> {
  try {
    for (const { id } of items) await retryParked(id)
    notifyDone(WORDS.retriedMany(items.length))
  } catch (error) {
    notifyError(error)
  }
}

/** Discards a change after words were typed; tells where the server had done it already. */
export async function discard({ id, label }: QueueItem): Promise<void> {
  const isMeant = await confirmTyped({
    title: WORDS.discardTitle,
    message: WORDS.discardMessage(label),
    phrase: WORDS.discardPhrase,
    confirmLabel: WORDS.discard,
  })
  if (!isMeant) return
  try {
    const outcome = await giveUp(id)
    notifyDone(outcome === 'was_done' ? WORDS.wasDone : WORDS.discarded)
  } catch (error) {
    notifyError(error instanceof OfflineError ? WORDS.discardNeedsNetwork : error)
  }
}

/** A person did what an accepted change left to do. */
export async function settle({ id }: QueueItem): Promise<void> {
  await settleFlag(id).catch(notifyError)
}
