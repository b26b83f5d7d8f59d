import type { OutboxRow } from '#src/db/work-database.ts'

/**
 * The command of a lane that its person must know of first: one that was refused, else one on its way, else the newest
 * that waits. Undefined where the server has all of it. The rows are in the order of the queue.
 */
export const mostUrgent = <Row extends Pick<OutboxRow, 'state'>>(lane: readonly Row[]): Row | undefined =>
  lane.find(({ state }) => state === 'parked') ??
  lane.find(({ state }) => state === 'sending') ??
  lane.findLast(({ state }) => state === 'waiting')
