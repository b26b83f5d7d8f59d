import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { openImageServer } from '#server/integrations/pacs/open-image-server.ts'
import { loggedError } from '#server/kernel/http/log.ts'
import { type DailyJob, defineJob, type Job } from '#server/kernel/jobs/job.ts'
import { write } from '#server/kernel/sync/feed/write.ts'
import { CHECK_EVERY_MS, runCheck } from './run-check.ts'

/** The queue of comparisons; each job is one image server. */
export const PACS_CHECK = { name: 'pacs/check' } as const

/** A run ends itself after ten minutes plus one more day. */
const RUN_MAX_SECONDS = 30 * 60

/** Compares one image server with what has arrived from it. */
export function createPacsCheckJob(app: FastifyInstance): Job {
  const { kernel } = app
  const closing = new AbortController()
  app.addHook('preClose', () => closing.abort())
  const room = {
    kernel,
    openServer: (pacs: Parameters<typeof openImageServer>[0] & { client_id: string }) =>
      openImageServer(pacs, kernel.wayOut(pacs.client_id)),
    onError: (error: unknown) =>
      app.log.error({ job: PACS_CHECK.name, err: loggedError(error) }, 'a study could not be stored'),
  }
  return defineJob({
    ...PACS_CHECK,
    retries: 2,
    maxSeconds: RUN_MAX_SECONDS,
    run: async ({ clientId, ids }) => {
      for (const pacsId of ids)
        if (!closing.signal.aborted) await runCheck(room, { clientId, pacsId }, closing.signal)
    },
  })
}

/** Starts, every hour, comparisons that are due or were not completed. */
export const duePacsChecksJob: DailyJob = {
  name: 'pacs/check-due',
  cron: '41 * * * *',
  run: async (kernel) => {
    const before = new Date(kernel.now().getTime() - CHECK_EVERY_MS)
    const due = await kernel.database.entry(async (tx) => {
      const { rows } = await sql<{ client_id: string; pacs_id: string }>`
        select client_id, pacs_id from entry.due_pacs_checks(${before})`.execute(tx)
      return rows
    })
    for (const { client_id, pacs_id } of due)
      await write(kernel, client_id, (work) => work.addJob(PACS_CHECK, [pacs_id]))
  },
}
