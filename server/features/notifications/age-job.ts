import { NOTIFICATION_KEPT_DAYS } from '#domain/time/intervals.ts'
import type { DailyJob } from '#server/kernel/jobs/job.ts'

const DAY_MS = 86_400_000
/** Rows a statement: short ones let people at work pass in between. */
const BATCH = 5_000

/** Forgets notifications once a day that are older than anybody's device keeps them. */
export const ageNotificationsJob: DailyJob = {
  name: 'notifications/age',
  cron: '41 3 * * *',
  run: async ({ database: { pool }, now }) => {
    const before = new Date(now().getTime() - NOTIFICATION_KEPT_DAYS * DAY_MS)
    for (;;) {
      const { rows } = await pool.query<{ n: number }>('select entry.drop_old_notifications($1, $2) as n', [
        before,
        BATCH,
      ])
      if ((rows[0]?.n ?? 0) < BATCH) return
    }
  },
}
