import type { WorkDatabase } from '#src/db/work-database.ts'

/**
 * How many commands the server has not acknowledged: all but the acknowledged ones, which are few. Asked state by state,
 * the index would be walked entry by entry, again at each change where the query is live.
 */
export async function countUnacked({ outbox }: Pick<WorkDatabase, 'outbox'>): Promise<number> {
  const [all, acked] = await Promise.all([outbox.count(), outbox.where('state').equals('acked').count()])
  return all - acked
}
