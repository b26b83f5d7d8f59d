import type { Databases } from '#src/db/open-databases.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import { getDevice } from '../current-device.ts'
import { takeOut } from './take-out.ts'

/** Sends a refused change once more as it is: refusals are not remembered by the server, it is judged anew. */
export async function retryParked(id: string): Promise<void> {
  const { databases, wake } = getDevice()
  await unpark(databases, id)
  wake()
}

/**
 * Gives a change up at the person's wish: one that the server refused, or one that was never sent. Throws where it may
 * be on its way, because taking it back then needs the server.
 */
export async function discardParked(id: string): Promise<void> {
  const { databases, wake } = getDevice()
  await discard(databases, id)
  wake()
}

/** A change that may be on its way to the server cannot be given up here. */
export class MayBeSentError extends Error {
  constructor() {
    super('This change is on its way to the server and can no longer be taken back here.')
    this.name = 'MayBeSentError'
  }
}

/** Makes a parked command wait again. */
export async function unpark({ work }: Databases, id: string): Promise<void> {
  await work.transaction('rw', work.outbox, async () => {
    const row = await work.outbox.get(id)
    if (row?.state === 'parked') await work.outbox.update(id, { state: 'waiting', nextAt: 0, attempts: 0 })
  })
}

/** Takes a command out for good; what went on from its result now goes on from what it was based on. */
export async function discard({ work }: Databases, id: string): Promise<void> {
  await work.transaction('rw', work.outbox, work.overlay, work.drafts, async () => {
    const row = await work.outbox.get(id)
    if (!row) return
    if (!canDiscard(row)) throw new MayBeSentError()
    await takeOut(work, [id])
    await work.drafts.filter(({ command }) => command === id).modify({ command: undefined })
  })
}

function canDiscard(row: OutboxRow): boolean {
  return row.state === 'parked' || (row.state === 'waiting' && row.sentAt === undefined)
}
