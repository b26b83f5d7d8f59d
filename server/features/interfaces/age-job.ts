import {
  EXCHANGE_HOURS_KEPT_DAYS,
  EXCHANGE_KEPT_DAYS,
  EXCHANGE_RAW_KEPT_DAYS,
} from '#domain/exchange/kept-days.ts'
import type { DailyJob } from '#server/kernel/jobs/job.ts'

const DAY_MS = 86_400_000
/** Rows per statement: short statements do not block other users. */
const BATCH = 5_000

/** Deletes once a day the log entries whose retention has ended (docs/decisions/316). */
export const ageExchangesJob: DailyJob = {
  name: 'interfaces/age',
  cron: '23 3 * * *',
  run: async ({ database: { pool }, now }) => {
    const before = (days: number) => new Date(now().getTime() - days * DAY_MS)
    const drop = async (question: string, values: unknown[]) => {
      for (;;) {
        const { rows } = await pool.query<{ n: number }>(question, [...values, BATCH])
        if ((rows[0]?.n ?? 0) < BATCH) return
      }
    }
    await drop('select entry.drop_old_exchanges($1, $2, $3) as n', [
      before(EXCHANGE_RAW_KEPT_DAYS),
      before(EXCHANGE_KEPT_DAYS),
    ])
    await drop('select entry.drop_old_exchange_hours($1, $2) as n', [before(EXCHANGE_HOURS_KEPT_DAYS)])
    await drop('select entry.drop_old_exchange_peers($1, $2) as n', [before(EXCHANGE_HOURS_KEPT_DAYS)])
  },
}
