import type { DailyJob } from '../jobs/job.ts'
import { dropUpload } from './drop-upload.ts'

/** An upload without progress for this long is deleted; its device sends it from the beginning. */
export const UNFINISHED_DAYS = 7
const DAY_MS = 86_400_000
const BATCH = 500

/** Deletes the chunks of unfinished files once a day. */
export const ageUploadsJob: DailyJob = {
  name: 'kernel/age-uploads',
  cron: '37 3 * * *',
  run: async (kernel) => {
    const before = new Date(kernel.now().getTime() - UNFINISHED_DAYS * DAY_MS)
    for (;;) {
      const { rows } = await kernel.database.pool.query<{ client_id: string; id: string }>(
        'select client_id, id from entry.find_old_uploads($1, $2)',
        [before, BATCH],
      )
      for (const { client_id, id } of rows) await dropUpload(kernel, client_id, id, before)
      if (rows.length < BATCH) return
    }
  },
}
