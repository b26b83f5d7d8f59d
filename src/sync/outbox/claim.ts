import type { OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import { waitingFileIds } from '../files/send-files.ts'

/** Commands that one delivery may carry (contract: sync/commands). */
export const BATCH_MAX = 50

/** Whether a command can go a given way. */
type Carries = (row: OutboxRow) => boolean
const ANY: Carries = () => true

/** What may be sent now, and when something else will be. */
export interface Claimed {
  rows: OutboxRow[]
  /** The earliest time at which a command that waits for its next try is due. */
  nextAt: number | undefined
}

/** This page is not the sender any more: another one took over. */
export class DeposedError extends Error {}

/**
 * Claims a batch for the sender with fencing number `fence`: in the order of the clicks, behind what its aggregate
 * still has on its way, after what it depends on. The state `sending` is durable before anything leaves the device;
 * from then on input and base are frozen. `inFlight` are the commands that this sender has on their way, `carries` says
 * which ones can go its way. Throws DeposedError where a later sender took over.
 */
export async function claimBatch(
  work: WorkDatabase,
  fence: number,
  now: number,
  inFlight: ReadonlySet<string>,
  carries: Carries = ANY,
): Promise<Claimed> {
  return work.transaction('rw', work.outbox, work.blobs, work.meta, async () => {
    if ((await fenceOf(work)) !== fence) throw new DeposedError()
    const rows = await work.outbox.orderBy('seq').toArray()
    const files = new Set(await waitingFileIds(work))
    const claimed = chooseBatch(rows, inFlight, now, files, carries)
    const frozen = claimed.rows.map((row) => claimedRow(row, rows, fence, now))
    await work.outbox.bulkPut(frozen)
    return { ...claimed, rows: frozen }
  })
}

export async function fenceOf(work: WorkDatabase): Promise<number> {
  return (await work.meta.get('fence'))?.value ?? 0
}

/** Takes the sender's role: whatever an earlier sender had claimed is free again. */
export async function takeFence(work: WorkDatabase): Promise<number> {
  return work.transaction('rw', work.meta, async () => {
    const fence = (await fenceOf(work)) + 1
    await work.meta.put({ id: 'fence', value: fence })
    return fence
  })
}

/**
 * Chooses what may be sent at `now` among all rows, which stand in the order of the clicks. `inFlight` is on its way;
 * any other row in the state `sending` was left so by a page that died, and is free. `files` are the ones that the
 * server does not have yet: what names one of them waits for it.
 */
export function chooseBatch(
  rows: readonly OutboxRow[],
  inFlight: ReadonlySet<string>,
  now: number,
  files: ReadonlySet<string> = new Set(),
  carries: Carries = ANY,
): Claimed {
  const unfinished = new Set(rows.filter(({ state }) => state !== 'acked').map(({ id }) => id))
  const chosen = new Map<string, OutboxRow>()
  const stopped = new Set<string>()
  let nextAt: number | undefined
  for (const row of rows) {
    if (row.state === 'acked' || stopped.has(row.aggregate)) continue
    const isFree = row.state === 'waiting' || (row.state === 'sending' && !inFlight.has(row.id))
    const hasFiles = !row.files?.some((id) => files.has(id))
    const isReady =
      hasFiles && carries(row) && row.depends.every((id) => !unfinished.has(id) || chosen.has(id))
    if (isFree && !isDue(row, now)) nextAt = Math.min(nextAt ?? row.nextAt, row.nextAt)
    if (isFree && isReady && isDue(row, now) && chosen.size < BATCH_MAX) chosen.set(row.id, row)
    else stopped.add(row.aggregate)
  }
  return { rows: [...chosen.values()], nextAt }
}

// A clock that was set back behind the failure itself says nothing about how long is left: better once too early.
const isDue = ({ nextAt, lastError }: OutboxRow, now: number) =>
  nextAt <= now || (lastError !== undefined && now < lastError.at)

function claimedRow(row: OutboxRow, rows: readonly OutboxRow[], fence: number, now: number): OutboxRow {
  return { ...freeze(row, rows, now), state: 'sending', claim: fence, rev: row.rev + 1 }
}

/** A command as it leaves the device for the first time: `rows` are all of them. Later it stays as it is. */
export function freeze(row: OutboxRow, rows: readonly OutboxRow[], now: number): OutboxRow {
  return row.sentAt === undefined ? { ...row, base: resolvedBase(row, rows), sentAt: now } : row
}

// What it follows may be answered already: then its revision is known here and need not be asked of the server's log.
function resolvedBase({ base }: OutboxRow, rows: readonly OutboxRow[]): OutboxRow['base'] {
  if (!base || !('follows' in base)) return base
  const rev = rows.find(({ id }) => id === base.follows)?.acked?.rev
  return rev === undefined || rev === null ? base : { rev }
}
