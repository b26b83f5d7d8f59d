import type { WorkDatabase } from '#src/db/work-database.ts'

/**
 * Counts the commands that the server has not acknowledged, as all minus acknowledged, because few are acknowledged.
 * Counting state by state would walk the index entry by entry, again at each change when the query is live.
 */
export async function countUnacked({ outbox }: Pick<WorkDatabase, 'outbox'>): Promise<number> {
  const [all, acked] = await Promise.all([outbox.count(), outbox.where('state').equals('acked').count()])
  return all - acked
}
