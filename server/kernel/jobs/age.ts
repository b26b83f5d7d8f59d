import type pg from 'pg'
import { COMMAND_LOG_DAYS, FEED_HORIZON_DAYS, HL7_REPEAT_DAYS } from '#domain/time/intervals.ts'
import type { DailyJob } from './job.ts'

const DAY_MS = 86_400_000
/** Rows per statement: short statements let people's work run in between. */
const BATCH = 5_000

/**
 * Once a day, deletes what is kept only for a time: outcomes of commands, the feed beyond its horizon, marks of HL7
 * messages, dead sessions.
 */
export const ageJob: DailyJob = {
  name: 'kernel/age',
  cron: '17 3 * * *',
  run: async ({ database: { pool }, now }) => {
    const before = (days: number) => new Date(now().getTime() - days * DAY_MS)
    await inBatches(pool, 'select entry.age_commands($1, $2) as n', before(COMMAND_LOG_DAYS))
    await inBatches(pool, 'select entry.drop_old_feed($1, $2) as n', before(FEED_HORIZON_DAYS))
    await inBatches(pool, 'select entry.age_hl7_taken($1, $2) as n', before(HL7_REPEAT_DAYS))
    await pool.query('select entry.drop_old_sessions($1)', [before(1)])
  },
}

async function inBatches(pool: Pick<pg.Pool, 'query'>, statement: string, before: Date): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ n: number }>(statement, [before, BATCH])
    if ((rows[0]?.n ?? 0) < BATCH) return
  }
}
