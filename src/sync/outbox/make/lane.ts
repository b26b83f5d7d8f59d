import type { Base } from '#contract/calls/sync.ts'
import type { OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import { EPOCH_ID } from '#src/sync/journal/known-epoch.ts'
import { SKEW_ID } from '#src/sync/link/server-hello.ts'

/** What a command is based on. */
export interface Origin {
  base: Base | undefined
  /** The earlier command whose result it continues from; counts while that command is not acknowledged. */
  continues?: string
}

/** Where a new command is in the queue: the part that its signature covers beside the content. */
export type LanePosition = Pick<OutboxRow, 'base' | 'seq' | 'supersedes' | 'skewMs'> & {
  /** The waiting save that it replaces. */
  replaces?: string
}

/** The unfinished commands of an aggregate, in order, with the stamps for a new one. */
export interface Lane {
  rows: OutboxRow[]
  /** The number of the new command. */
  seq: number
  /** How far the server's clock was ahead, as last measured. */
  skewMs: number | undefined
  /** The server's history, as this device knows it. */
  epoch: string | undefined
}

/**
 * Reads the lane for a new command of `aggregate`. Call inside the transaction that writes it, over outbox and meta;
 * take the number with `takeSeq`.
 */
export async function readLane(work: WorkDatabase, aggregate: string): Promise<Lane> {
  // The meta table is small: one query reads all of it.
  const [rows, facts] = await Promise.all([unfinished(work, aggregate), work.meta.toArray()])
  const known = new Map(facts.map(({ id, value }) => [id, value]))
  const epoch = facts.find(({ id }) => id === EPOCH_ID)?.text
  return { rows, seq: (known.get(SEQ_ID) ?? 0) + 1, skewMs: known.get(SKEW_ID), epoch }
}

const SEQ_ID = 'seq'

/** A counter instead of the clock: the order of clicks holds when the clock jumps, and across tabs. */
export async function takeSeq({ meta }: WorkDatabase, { seq }: Lane): Promise<void> {
  await meta.put({ id: SEQ_ID, value: seq })
}

/**
 * Finds the position of a new command behind the unfinished ones of its aggregate: its number and its base. A save that
 * follows an automatic save of the editor replaces it if that one was never sent: `replaces`.
 * Writes nothing; may be called inside a transaction over outbox.
 */
export async function findLanePosition(
  work: WorkDatabase,
  row: Pick<OutboxRow, 'call' | 'record' | 'supersedes'>,
  { base, continues }: Origin,
  { rows: lane, seq, skewMs }: Lane,
): Promise<LanePosition> {
  const last = lane.at(-1)
  const { supersedes } = row
  if (last && last.id === continues && canReplace(last, row) && !(await isAwaited(work, last.id)))
    return {
      base: last.base,
      seq,
      skewMs,
      supersedes: bothOf(last.supersedes, supersedes),
      replaces: last.id,
    }
  const isChained = continues !== undefined && lane.some(({ id }) => id === continues)
  return { base: isChained ? { follows: continues } : base, seq, skewMs, supersedes }
}

/** Removes the save that is replaced. Call inside a transaction over outbox and overlay. */
export async function dropReplaced(work: WorkDatabase, { replaces }: LanePosition): Promise<void> {
  if (replaces === undefined) return
  await work.outbox.delete(replaces)
  await work.overlay.where('command').equals(replaces).delete()
}

const bothOf = (one: string[] | undefined, other: string[] | undefined) =>
  one && other ? [...one, ...other] : (one ?? other)

async function unfinished(work: WorkDatabase, aggregate: string): Promise<OutboxRow[]> {
  const rows = await work.outbox.where('aggregate').equals(aggregate).toArray()
  return rows.filter(({ state }) => state !== 'acked').sort((a, b) => a.seq - b.seq)
}

function canReplace(earlier: OutboxRow, later: Pick<OutboxRow, 'call' | 'record'>): boolean {
  const isUnsent = earlier.state === 'waiting' && earlier.sentAt === undefined
  return isUnsent && earlier.isAuto && earlier.call === later.call && earlier.record === later.record
}

async function isAwaited(work: WorkDatabase, id: string): Promise<boolean> {
  return (await work.outbox.where('depends').equals(id).count()) > 0
}
