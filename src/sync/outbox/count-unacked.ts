import { OUTBOX_STATES, type WorkDatabase } from '#src/db/work-database.ts'

const UNACKED = OUTBOX_STATES.filter((state) => state !== 'acked')

/**
 * How many commands the server has not acknowledged. State by state, which the index answers by itself: "all but
 * acknowledged" walks every row, and a live query does so again at each change.
 */
export async function countUnacked({ outbox }: Pick<WorkDatabase, 'outbox'>): Promise<number> {
  const counts = await Promise.all(UNACKED.map((state) => outbox.where('state').equals(state).count()))
  return counts.reduce((sum, count) => sum + count)
}
