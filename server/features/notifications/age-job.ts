import { NOTIFICATION_KEPT_DAYS } from '#domain/time/intervals.ts'
import type { DailyJob } from '#server/kernel/jobs/job.ts'

const DAY_MS = 86_400_000
/** Rows per statement; short statements let other transactions pass in between. */
const BATCH = 5_000

/** Deletes notifications once a day that are older than any device keeps them. */
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
