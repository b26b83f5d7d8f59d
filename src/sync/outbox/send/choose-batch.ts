import type { OutboxRow } from '#src/db/work-database.ts'

/** Maximum number of commands in one delivery (contract: sync/commands). */
export const BATCH_MAX = 50

/** Whether a transport can send a command. */
export type Carries = (row: OutboxRow) => boolean
export const ANY_WAY: Carries = () => true

/** Ids of commands in flight. */
export type InFlight = Pick<ReadonlySet<string>, 'has'>

/** What may be sent now, and when the next command is due. */
export interface Chosen {
  rows: OutboxRow[]
  /** The earliest time at which a command that waits for a retry is due. */
  nextAt: number | undefined
}

/**
 * Chooses what may be sent at `now` among rows, which are in click order. `inFlight` are in flight; any other row in
 * state `sending` was left by a page that died, and is free. `files` are the files that the server does not have yet:
 * commands that name one of them wait for it.
 */
export function chooseBatch(
  rows: readonly OutboxRow[],
  inFlight: InFlight,
  now: number,
  files: ReadonlySet<string> = new Set(),
  carries: Carries = ANY_WAY,
): Chosen {
  const unfinished = new Set(rows.filter(({ state }) => state !== 'acked').map(({ id }) => id))
  const chosen = new Map<string, OutboxRow>()
  const stopped = new Set<string>()
  const stuck = findStuck(rows)
  let nextAt: number | undefined
  for (const row of rows) {
    if (row.state === 'acked' || stopped.has(row.aggregate)) continue
    const isFree = row.state === 'waiting' || (row.state === 'sending' && !inFlight.has(row.id))
    const hasFiles = !row.files?.some((id) => files.has(id))
    const isOver = (id: string) => !unfinished.has(id) || chosen.has(id)
    const isReady =
      hasFiles &&
      carries(row) &&
      row.depends.every(isOver) &&
      (row.after ?? []).every((id) => isOver(id) || stuck.has(id))
    if (isFree && !isDue(row, now)) nextAt = Math.min(nextAt ?? row.nextAt, row.nextAt)
    if (isFree && isReady && isDue(row, now) && chosen.size < BATCH_MAX) chosen.set(row.id, row)
    else stopped.add(row.aggregate)
  }
  return { rows: [...chosen.values()], nextAt }
}

/** Commands that wait for a person: parked ones, those behind one in its lane, and those that depend on one. */
function findStuck(rows: readonly OutboxRow[]): ReadonlySet<string> {
  const stuck = new Set<string>()
  const lanes = new Set<string>()
  for (const { id, state, aggregate, depends } of rows) {
    if (state === 'acked') continue
    if (state !== 'parked' && !lanes.has(aggregate) && !depends.some((one) => stuck.has(one))) continue
    stuck.add(id)
    lanes.add(aggregate)
  }
  return stuck
}

// If the clock was set back to before the failure, the time left is unknown: better to retry once too early.
const isDue = ({ nextAt, lastError }: OutboxRow, now: number) =>
  nextAt <= now || (lastError !== undefined && now < lastError.at)
