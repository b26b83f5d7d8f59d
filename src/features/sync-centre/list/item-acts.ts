import { OfflineError } from '#src/sync/api/errors.ts'
import { type QueueItem, settleFlag } from '#src/sync/outbox/look/use-queue.ts'
import { giveUp, retryParked } from '#src/sync/outbox/refused/parked.ts'
import { confirmTyped } from '#src/ui/dialog/confirm-typed.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { SYNC_WORDS as WORDS } from '../words.ts'

/** Sends a refused change again unchanged. */
export async function retry({ id }: QueueItem): Promise<void> {
  await retryParked(id)
}

/** Sends several changes again, in the order in which they were made. */
export async function retryMany(items: readonly QueueItem[]): Promise<void> {
  for (const { id } of items) await retryParked(id)
  notifyDone(WORDS.retriedMany(items.length))
}

/** Discards a change after a typed confirmation; says so if the server had already applied it. */
export async function discard({ id, label }: QueueItem): Promise<void> {
  await confirmTyped({
    title: WORDS.discardTitle,
    message: WORDS.discardMessage(label),
    phrase: WORDS.discardPhrase,
    confirmLabel: WORDS.discard,
    act: async () => {
      const outcome = await giveUp(id).catch((error: unknown) => {
        throw error instanceof OfflineError ? new Error(WORDS.discardNeedsNetwork) : error
      })
      notifyDone(outcome === 'was_done' ? WORDS.wasDone : WORDS.discarded)
    },
  })
}

/** Records that a person completed the task left by an accepted change. */
export async function settle({ id }: QueueItem): Promise<void> {
  await settleFlag(id)
}
