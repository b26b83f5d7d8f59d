import type { Databases } from '#src/db/open-databases.ts'
import { getDevice } from '#src/sync/current-device.ts'
import type { Discarded } from './discard-command.ts'

/** Sends a refused change again unchanged: the server does not remember refusals, so it judges it again. */
export async function retryParked(id: string): Promise<void> {
  const { databases, wake } = getDevice()
  await unpark(databases, id)
  wake()
}

/**
 * Discards a change at its author's request. One that was never sent goes at once; any other is voided on the server
 * first: throws OfflineError if it cannot be reached. Returns `was_done` if it had already taken effect.
 */
export async function giveUp(id: string): Promise<Discarded> {
  const { giveUpCommand, wake } = getDevice()
  const answer = await giveUpCommand(id)
  wake()
  return answer
}

/** Returns a parked command to the waiting state. */
export async function unpark({ work }: Databases, id: string): Promise<void> {
  await work.transaction('rw', work.outbox, async () => {
    const row = await work.outbox.get(id)
    if (row?.state === 'parked') await work.outbox.update(id, { state: 'waiting', nextAt: 0, attempts: 0 })
  })
}
