import type { integrationCalls } from '#contract/calls/integrations.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isVerified } from '#domain/status/report-status.ts'
import { selectDispatches } from '#server/features/report-dispatch/dispatch-store.ts'
import { sendAgain } from '#server/features/report-dispatch/send-again.ts'
import { selectReportsOfStudy } from '#server/features/reports/public/store.ts'
import { lockStudy } from '#server/features/studies/public/write-store.ts'
import type { Context } from '#server/kernel/context.ts'

/** Sends a verified report again (docs/reports.md); returns the dispatches of its study. */
export async function sendReport(
  ctx: Context,
  { study_id, report_no }: ParsedInputOf<typeof integrationCalls.sendReportToHL7>,
): ReturnType<typeof selectDispatches> {
  const study = await lockStudy(ctx, study_id)
  const report = (await selectReportsOfStudy(ctx.tx, study.id)).find((one) => one.report_no === report_no)
  if (!report || !isVerified(report.status))
    throw new Refusal('refused', 'Only a verified report can be sent.')
  await sendAgain(ctx, study, report)
  const dispatches = await selectDispatches(ctx.tx, ctx.caller.clientId, study.id)
  if (dispatches.length === 0)
    throw new Refusal('refused', 'No address for HL7 or XML is set for this branch.')
  await ctx.audit('send', 'report', report.id)
  return dispatches
}
