import type { messageCalls } from '#contract/calls/messages.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { MessageState } from '#domain/message/channels.ts'
import { isFollowUpEvent } from '#domain/message/notice-events.ts'
import { canSendNotice } from '#domain/message/notice-states.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { demandSender } from '../messages/public/rights.ts'
import { findMessage } from '../messages/public/store.ts'
import { updateNotice } from '../notices/notice-store.ts'
import { SEND_NOTICE } from '../notices/plan-notice.ts'
import { demandVisibleStudy } from '../studies/public/demand-visible-study.ts'
import { findVisibleVisit } from '../visits/public/store.ts'
import { selectNotices } from './list-store.ts'

/** Handlers of the calls in contract/calls/messages that show and send notices. */
export const noticeHandlers: HandlersFor<Pick<typeof messageCalls, 'notices' | 'sendNotice'>> = {
  notices: async ({ appt_id }, ctx) => {
    demandSender(ctx)
    const visit = await findVisibleVisit(ctx.tx, ctx.caller, appt_id)
    if (!visit) throw new Refusal('not_found')
    await ctx.audit('read', 'visit_messages', visit.id)
    return { result: await selectNotices(ctx.tx, ctx.caller.clientId, visit.id) }
  },
  sendNotice: async ({ id }, ctx) => {
    demandSender(ctx)
    const notice = await ctx.tx
      .selectFrom('patient_notice')
      .selectAll()
      .where('client_id', '=', ctx.caller.clientId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!notice) throw new Refusal('not_found')
    await demandRecord(ctx, notice)
    const message =
      notice.message_id === null ? undefined : await findMessage(ctx.tx, notice.client_id, notice.message_id)
    if (!canSendNotice(message?.state as MessageState | undefined))
      throw new Refusal('refused', 'This message is already on its way.')
    await updateNotice(ctx.tx, notice, {
      state: 'Planned',
      due: ctx.now,
      is_forced: true,
      reason: '',
      detail: '',
      settled: null,
    })
    await ctx.addJob({ name: SEND_NOTICE }, [id])
    await ctx.audit('send_now', 'patient_notice', id, { event: notice.event, channel: notice.channel })
    return { message: 'The message is on its way.', result: { id } }
  },
}

// Throws not_found for another branch. A request without a booking has no page that shows its messages.
async function demandRecord(
  ctx: Context,
  { visit_id, event, record_id }: { visit_id: string | null; event: string; record_id: string },
): Promise<void> {
  if (isFollowUpEvent(event)) await demandFollowUp(ctx, record_id)
  else if (visit_id !== null) {
    if (!(await findVisibleVisit(ctx.tx, ctx.caller, visit_id))) throw new Refusal('not_found')
  } else if (event.startsWith('Report_')) await demandVisibleStudy(ctx, record_id)
  else await demandVisitOfRequest(ctx, record_id)
}

// Checks the visit that the study is currently linked to; without a visit, the rights of the study.
async function demandFollowUp(ctx: Context, id: string): Promise<void> {
  const row = await ctx.tx
    .selectFrom('follow_up as f')
    .innerJoin('study as s', (on) =>
      on.onRef('s.client_id', '=', 'f.client_id').onRef('s.id', '=', 'f.study_id'),
    )
    .leftJoin('visit_service as vs', (on) =>
      on.onRef('vs.client_id', '=', 's.client_id').onRef('vs.id', '=', 's.visit_service_id'),
    )
    .select(['f.study_id', 'vs.visit_id'])
    .where('f.client_id', '=', ctx.caller.clientId)
    .where('f.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (row.visit_id === null) await demandVisibleStudy(ctx, row.study_id)
  else if (!(await findVisibleVisit(ctx.tx, ctx.caller, row.visit_id))) throw new Refusal('not_found')
}

async function demandVisitOfRequest(ctx: Context, requestId: string): Promise<void> {
  const request = await ctx.tx
    .selectFrom('booking_request')
    .select('visit_id')
    .where('client_id', '=', ctx.caller.clientId)
    .where('id', '=', requestId)
    .executeTakeFirst()
  const visit = request?.visit_id && (await findVisibleVisit(ctx.tx, ctx.caller, request.visit_id))
  if (!visit) throw new Refusal('not_found')
}
