import type { OutboxRow } from '#src/db/work-database.ts'

/**
 * The command of a lane that its author must see first: a refused one, else one in flight, else the newest that waits.
 * Undefined if the server has all of them. The rows are in queue order.
 */
export const mostUrgent = <Row extends Pick<OutboxRow, 'state'>>(lane: readonly Row[]): Row | undefined =>
  lane.find(({ state }) => state === 'parked') ??
  lane.find(({ state }) => state === 'sending') ??
  lane.findLast(({ state }) => state === 'waiting')
