import type { integrationCalls } from '#contract/calls/integrations.ts'
import type { ReportRow } from '#contract/calls/reports.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isVerified } from '#domain/status/report-status.ts'
import type { Caller, Context, HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { selectOrderStatuses } from '../order-status/store.ts'
import { dispatchJob } from '../report-dispatch/dispatch-job-name.ts'
import { dispatchReport } from '../report-dispatch/dispatch-report.ts'
import { selectDispatches, selectPartners } from '../report-dispatch/dispatch-store.ts'
import { selectReportsOfStudy } from '../reports/store.ts'
import { findVisibleStudy } from '../studies/store.ts'
import { type LockedStudy, lockStudy } from '../studies/write-store.ts'

/** Checked before the input is parsed. */
export const INTEGRATION_DEMANDS: DemandsFor<typeof integrationCalls> = {
  sendReportToHL7: (caller) => {
    if (!canSend(caller)) throw new Refusal('not_permitted')
  },
}

export const integrationHandlers: HandlersFor<typeof integrationCalls> = {
  sendReportToHL7: async ({ study_id, report_no }, ctx) => {
    const study = await lockStudy(ctx, study_id)
    const report = (await selectReportsOfStudy(ctx.tx, study.id)).find((one) => one.report_no === report_no)
    if (!report || !isVerified(report.status))
      throw new Refusal('refused', 'Only a verified report goes out.')
    await sendAgain(ctx, study, report)
    const dispatches = await selectDispatches(ctx.tx, ctx.caller.clientId, study.id)
    if (dispatches.length === 0) {
      throw new Refusal('refused', 'No address for HL7 or XML is set for this branch.')
    }
    await ctx.audit('send', 'report', report.id)
    return { message: 'Sent', result: { dispatches } }
  },
  outside: async ({ id }, ctx) => {
    const study = await findVisibleStudy(ctx.tx, ctx.caller, id, ctx.now)
    if (!study) throw new Refusal('not_found')
    const partners = await selectPartners(ctx.tx, ctx.caller.clientId, study.branch_id)
    return {
      result: {
        has_hl7: partners.hl7.url ? 1 : 0,
        has_xml: partners.xml.url ? 1 : 0,
        has_third_party: partners.thirdParty.url ? 1 : 0,
        can_send: canSend(ctx.caller) ? 1 : 0,
        dispatches: await selectDispatches(ctx.tx, ctx.caller.clientId, study.id),
        order_statuses: await selectOrderStatuses(ctx.tx, ctx.caller.clientId, study.id),
      },
    }
  },
}

/** People who may verify reports may send them again. */
const canSend = ({ isClientAdmin, permissions }: Caller) => isClientAdmin || permissions.has('verify_report')

/**
 * Sends this state of the report through the channels where it has not arrived: again under its control id if it
 * failed, and as new through a channel configured since. If all have it, sends it again through all.
 */
async function sendAgain(ctx: Context, study: LockedStudy, report: ReportRow): Promise<void> {
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
