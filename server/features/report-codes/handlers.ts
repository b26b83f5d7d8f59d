import type { messageCalls } from '#contract/calls/messages.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { reportCodeUrl } from '#domain/message/report-code.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import type { Secrets } from '#server/kernel/keys/secrets.ts'
import { demandSender } from '../messages/public/rights.ts'
import { findVisibleVisit } from '../visits/public/store.ts'
import { codeOfVisit } from './code-store.ts'

/** Returns the handler by which papers get the code of their visit; people who may write to patients can print it. */
export const createReportCodeHandlers = (
  secrets: Secrets,
): HandlersFor<Pick<typeof messageCalls, 'reportCode'>> => ({
  reportCode: async ({ appt_id }, ctx) => {
    demandSender(ctx)
    const visit = await findVisibleVisit(ctx.tx, ctx.caller, appt_id)
    if (!visit) throw new Refusal('not_found')
    const settings = await ctx.tx
      .selectFrom('client_setting')
      .select(['whatsapp_number', 'whatsapp_kind', 'prints_report_code', 'report_code_days'])
      .where('client_id', '=', ctx.caller.clientId)
      .executeTakeFirst()
    const isOn = settings?.prints_report_code && settings.whatsapp_kind === 'Cloud_API'
    if (!isOn || settings.whatsapp_number === '')
      throw new Refusal('refused', 'Your centre prints no code for reports by WhatsApp.')
    const { code, expires } = await codeOfVisit(ctx.tx, secrets, {
      clientId: ctx.caller.clientId,
      visitId: visit.id,
      days: settings.report_code_days,
      now: ctx.now,
    })
    await ctx.audit('print_report_code', 'visit', visit.id)
    const url = reportCodeUrl(settings.whatsapp_number, code)
    return { result: { url, expires: expires.toISOString() } }
  },
})
