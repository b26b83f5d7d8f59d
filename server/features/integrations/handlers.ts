import type { integrationCalls } from '#contract/calls/integrations.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller, HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { selectOrderStatuses } from '../order-status/public/store.ts'
import { selectDispatches, selectPartners } from '../report-dispatch/dispatch-store.ts'
import { findVisibleStudy } from '../studies/public/store.ts'
import { sendReport } from './public/send-report.ts'

/** Checked before the input is parsed. */
export const INTEGRATION_DEMANDS: DemandsFor<typeof integrationCalls> = {
  sendReportToHL7: (caller) => {
    if (!canSend(caller)) throw new Refusal('not_permitted')
  },
}

export const integrationHandlers: HandlersFor<typeof integrationCalls> = {
  sendReportToHL7: async (input, ctx) => ({
    message: 'Sent',
    result: { dispatches: await sendReport(ctx, input) },
  }),
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
