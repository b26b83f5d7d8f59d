import type { Context } from '#server/kernel/context.ts'
import { dispatchJob } from './dispatch-job-name.ts'
import { dispatchReport, type VerifiedReport } from './dispatch-report.ts'

/**
 * Sends this state of the report through the channels where it has not arrived: again under its control id if it
 * failed, and as new through a channel configured since. If all have it, sends it again through all.
 */
export async function sendAgain(
  ctx: Context,
  study: { branch_id: string | null },
  report: VerifiedReport,
): Promise<void> {
  const rows = await ctx.tx
    .selectFrom('report_dispatch')
    .select(['id', 'state'])
    .where('client_id', '=', ctx.caller.clientId)
    .where('report_id', '=', report.id)
    .where('report_rev', '=', report.rev)
    .forUpdate()
    .execute()
  const added = await dispatchReport(ctx, study, report)
  const missed = rows.filter(({ state }) => state !== 'Sent')
  for (const { id } of missed.length + added > 0 ? missed : rows) {
    await ctx.tx
      .updateTable('report_dispatch')
      .set({ state: 'Waiting' })
      .where('client_id', '=', ctx.caller.clientId)
      .where('id', '=', id)
      .execute()
    await ctx.addJob(dispatchJob, [id])
  }
}
