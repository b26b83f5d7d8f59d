import { sql } from 'kysely'
import { loggedError } from '#server/kernel/http/log.ts'
import type { DailyJob } from '#server/kernel/jobs/job.ts'
import { type Write, write } from '#server/kernel/sync/feed/write.ts'
import { notifyFormFReport } from '../notifications/public/events.ts'
import { putReport, selectOpenReports, selectReportingBranches } from './monthly-reports.ts'

/**
 * Tells the desks of the monthly reports of Form F that are to be sent: once from the first of the month on, and once
 * again after the fifth. Every hour, because each branch has a clock of its own.
 */
export const formFReportsJob: DailyJob = {
  name: 'form-f/reports',
  cron: '23 * * * *',
  run: async (kernel, log) => {
    const clients = await kernel.database.entry(async (tx) => {
      const { rows } = await sql<{ client_id: string }>`
        select client_id from entry.clients_with_form_f()`.execute(tx)
      return rows.map(({ client_id }) => client_id)
    })
    for (const clientId of clients)
      await write(kernel, clientId, (work) => tellOf(work, clientId)).catch((error: unknown) => {
        log.error({ job: formFReportsJob.name, err: loggedError(error) }, 'a look at Form F reports failed')
      })
  },
}

async function tellOf(work: Write, clientId: string): Promise<void> {
  const { tx, now } = work
  // Two looks at once tell of a report once.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`form f ${clientId}`}, 0))`.execute(tx)
  const branches = await selectReportingBranches(tx, clientId)
  const open = await selectOpenReports(tx, clientId, branches, now)
  const untold = open
    .map((report) => ({ ...report, next: report.today > report.due_on ? 'overdue' : 'due' }))
    .filter(({ told, next }) => told !== next)
  for (const { branch_id: branchId, month, next } of untold)
    await putReport(tx, { clientId, branchId, month }, { told: next })
  for (const branchId of new Set(untold.map(({ branch_id }) => branch_id)))
    await notifyFormFReport(work, { clientId, branchId })
}
