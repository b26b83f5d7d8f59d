import type { OutboxRow } from '#src/db/work-database.ts'

/** Commands that one delivery may carry (contract: sync/commands). */
export const BATCH_MAX = 50

/** Whether a command can go a given way. */
export type Carries = (row: OutboxRow) => boolean
export const ANY_WAY: Carries = () => true

/** Ids of commands that are on their way. */
export type InFlight = Pick<ReadonlySet<string>, 'has'>

/** What may be sent now, and when something else will be. */
export interface Chosen {
  rows: OutboxRow[]
  /** The earliest time at which a command that waits for its next try is due. */
  nextAt: number | undefined
}

/**
 * Chooses what may be sent at `now` among rows, which stand in the order of the clicks. `inFlight` is on its way;
 * any other row in the state `sending` was left so by a page that died, and is free. `files` are the ones that the
 * server does not have yet: what names one of them waits for it.
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

/** Commands that wait for a person: parked ones, and what stands behind one in its lane or depends on one. */
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

// A clock that was set back behind the failure itself says nothing about how long is left: better once too early.
const isDue = ({ nextAt, lastError }: OutboxRow, now: number) =>
  nextAt <= now || (lastError !== undefined && now < lastError.at)
