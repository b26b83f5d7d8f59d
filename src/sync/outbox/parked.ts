import type { Databases } from '#src/db/open-databases.ts'
import { getDevice } from '../current-device.ts'
import type { Discarded } from './discard-command.ts'

/** Sends a refused change once more as it is: refusals are not remembered by the server, it is judged anew. */
export async function retryParked(id: string): Promise<void> {
  const { databases, wake } = getDevice()
  await unpark(databases, id)
  wake()
}

/**
 * Gives a change up at the person's wish. One that was never sent goes at once; any other is taken back at the server
 * first: throws OfflineError where that cannot be reached. Returns `was_done` where it had taken effect already.
 */
export async function giveUp(id: string): Promise<Discarded> {
  const { giveUpCommand, wake } = getDevice()
  const answer = await giveUpCommand(id)
  wake()
  return answer
}

/** Makes a parked command wait again. */
export async function unpark({ work }: Databases, id: string): Promise<void> {
  await work.transaction('rw', work.outbox, async () => {
    const row = await work.outbox.get(id)
    if (row?.state === 'parked') await work.outbox.update(id, { state: 'waiting', nextAt: 0, attempts: 0 })
  })
}
