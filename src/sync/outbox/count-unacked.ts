import { OUTBOX_STATES, type WorkDatabase } from '#src/db/work-database.ts'

const UNACKED = OUTBOX_STATES.filter((state) => state !== 'acked')

/**
 * How many commands the server has not acknowledged: all but the acknowledged ones, which are few. Asked state by state,
 * the index would be walked entry by entry, again at each change where the query is live.
 */
export async function countUnacked({ outbox }: Pick<WorkDatabase, 'outbox'>): Promise<number> {
  const [all, acked] = await Promise.all([outbox.count(), outbox.where('state').equals('acked').count()])
  return all - acked
}

/** Some of the commands that the server has not acknowledged, for who only wants to hear of changes. */
export async function findUnacked({ outbox }: Pick<WorkDatabase, 'outbox'>): Promise<string[]> {
  const firsts = await Promise.all(
    UNACKED.map((state) => outbox.where('state').equals(state).limit(1).primaryKeys()),
  )
  return firsts.flat()
}
