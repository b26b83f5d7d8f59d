import type { OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import type { Carries, Chosen } from './choose-batch.ts'
import { findSendable, type RowsInFlight } from './find-sendable.ts'
import { countsAsOffline } from './made-offline.ts'

/** Another page took over as the leader. */
export class LostLeadershipError extends Error {}

/**
 * Claims a batch for the sender with fencing number `fence`: in click order, after commands of the same aggregate that
 * are in flight, and after its dependencies. The state `sending` is durable before anything leaves the device; from
 * then on input and base are frozen. `inFlightRows` are the commands that this sender has in flight; `carries` tells
 * which ones its transport can send. Throws LostLeadershipError if a later sender took over.
 */
export async function claimBatch(
  work: WorkDatabase,
  fence: number,
  now: number,
  inFlightRows: RowsInFlight,
  carries?: Carries,
): Promise<Chosen> {
  return work.transaction('rw', work.outbox, work.blobs, work.meta, async () => {
    const [current, { rows, nextAt }] = await Promise.all([
      fenceOf(work),
      findSendable(work, now, inFlightRows, carries),
    ])
    if (current !== fence) throw new LostLeadershipError()
    const frozen = rows.map((row) => claimedRow(row, fence, now))
    if (frozen.length > 0) await work.outbox.bulkPut(frozen)
    return { rows: frozen, nextAt }
  })
}

export async function fenceOf(work: WorkDatabase): Promise<number> {
  return (await work.meta.get('fence'))?.value ?? 0
}

/** Takes over as the sender: everything that an earlier sender claimed is free again. */
export async function takeFence(work: WorkDatabase): Promise<number> {
  return work.transaction('rw', work.meta, async () => {
    const fence = (await fenceOf(work)) + 1
    await work.meta.put({ id: 'fence', value: fence })
    return fence
  })
}

function claimedRow(row: OutboxRow, fence: number, now: number): OutboxRow {
  const isOffline = countsAsOffline(row, now)
  return { ...freeze(row, now), state: 'sending', claim: fence, rev: row.rev + 1, isOffline }
}

/** Freezes a command when it first leaves the device; it does not change after that. */
export function freeze(row: OutboxRow, now: number): OutboxRow {
  return row.sentAt === undefined ? { ...row, sentAt: now } : row
}
