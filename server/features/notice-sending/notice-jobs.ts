import { sql } from 'kysely'
import { type DailyJob, defineJob, type Job } from '#server/kernel/jobs/job.ts'
import { write } from '#server/kernel/sync/feed/write.ts'
import { selectDueIds } from '../notices/notice-store.ts'
import { SEND_NOTICE } from '../notices/plan-notice.ts'
import { type NoticeDeps, sendNotice } from './send-notice.ts'

/** The most notices of one client per run. */
const BATCH = 200

/** Sends the notices of an event right after it. */
export function createNoticeJob(deps: NoticeDeps): Job {
  return defineJob({
    name: SEND_NOTICE,
    run: async ({ clientId, ids }, work) => {
      for (const id of ids) await work.write((written) => sendNotice(deps, written, { clientId, id }))
    },
  })
}

/** Sends due notices every minute: reminders, and notices that waited for the morning. */
export function createDueNoticesJob(deps: NoticeDeps): DailyJob {
  return {
    name: 'notices/due',
    cron: '* * * * *',
    run: async (kernel, log) => {
      const clients = await kernel.database.entry(async (tx) => {
        const { rows } = await sql<{ client_id: string }>`
          select client_id from entry.clients_with_due_notices(${kernel.now()})`.execute(tx)
        return rows.map(({ client_id }) => client_id)
      })
      for (const clientId of clients) {
        const ids = await kernel.database.tenant(clientId, (tx) =>
          selectDueIds(tx, clientId, kernel.now(), BATCH),
        )
        // One failure must not block the other notices; it is retried in a minute.
        for (const id of ids)
          await write(kernel, clientId, (work) => sendNotice(deps, work, { clientId, id })).catch(
            (error: unknown) =>
              log.error(
                { job: 'notices/due', err: error instanceof Error ? error.name : 'unknown' },
                'a notice failed',
              ),
          )
      }
    },
  }
}
