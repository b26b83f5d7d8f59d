import type { SealedCommand } from '#contract/calls/delivery.ts'
import type { WorkDatabase } from '#src/db/work-database.ts'
import { waitingFileIds } from '../files/send-files.ts'
import { freeze } from '../outbox/send/claim.ts'
import { findTerms, isSealed, travelling } from './travelling.ts'
import { withForerunners } from './with-forerunners.ts'

/** Waiting work as written to a file: only the server can open it, and the signatures identify its author. */
export interface SealedFile {
  format: 'readroom-sealed'
  version: 1
  device_id: string
  exported_at: string
  items: SealedCommand[]
}

/** This device was never registered for its user: its work cannot be told apart from an altered copy. */
export class NotRegisteredError extends Error {
  constructor() {
    super('This device is not known to the server yet. Sign in once with a network, then export.')
    this.name = 'NotRegisteredError'
  }
}

/**
 * Returns everything that waits or was refused, sealed and signed. From here on it counts as sent: it is frozen, and
 * still delivered automatically, because a second copy changes nothing. Leaves out commands that name a file that still
 * waits on this device. With `ids`, only these and what must run before them.
 */
export async function collectSealed(
  work: WorkDatabase,
  now: number,
  ids?: readonly string[],
): Promise<SealedFile> {
  const terms = await findTerms(work)
  if (!terms) throw new NotRegisteredError()
  const rows = await work.transaction('rw', work.outbox, work.blobs, async () => {
    const all = await work.outbox.orderBy('seq').toArray()
    const files = new Set(await waitingFileIds(work))
    const frozen = withForerunners(all, ids)
      .filter((row) => row.state !== 'acked' && isSealed(row) && !row.files?.some((id) => files.has(id)))
      .map((row) => ({ ...freeze(row, now), exportedAt: now }))
    await work.outbox.bulkPut(frozen)
    return frozen
  })
  return {
    format: 'readroom-sealed',
    version: 1,
    device_id: terms.deviceId,
    exported_at: new Date(now).toISOString(),
    items: travelling(terms, rows),
  }
}
