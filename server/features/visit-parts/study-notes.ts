import type { studyVisitCalls } from '#contract/calls/study-visit.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller, HandlersFor, Tx } from '#server/kernel/context.ts'
import { visitComments } from '../comments/store.ts'
import { visitDocuments } from '../documents/store.ts'
import { findVisibleStudy } from '../studies/store.ts'
import { findVisitOfStudy, selectStudiesOfVisit } from './studies-of-visit.ts'

/**
 * What was noted and filed at the desk for a study's examination, to who may see the study: why it was asked for, what
 * technician and nurse wrote, the papers that the patient brought. The rights to the visit itself are not asked for.
 */
export const studyVisitHandlers: HandlersFor<typeof studyVisitCalls> = {
  notes: async ({ id }, ctx) => {
    const study = await findVisibleStudy(ctx.tx, ctx.caller, id, ctx.now)
    if (!study) throw new Refusal('not_found')
    const visitId = await findVisitOfStudy(ctx.tx, ctx.caller, id)
    if (visitId === undefined) return { result: { comments: [], documents: [] } }
    await ctx.audit('read', 'visit_comment', visitId)
    const comments = await visitComments.ofOwner(ctx.tx, visitId)
    return { result: { comments, documents: await visitDocuments.ofOwner(ctx.tx, visitId) } }
  },
}

/** Whether a file of this visit, or of the request that became it, lies with a study that the caller may see. */
export async function seesByStudy(tx: Tx, caller: Caller, ownerId: string): Promise<boolean> {
  const request = await tx
    .selectFrom('booking_request')
    .select('visit_id')
    .where('client_id', '=', caller.clientId)
    .where('id', '=', ownerId)
    .executeTakeFirst()
  return (await selectStudiesOfVisit(tx, caller, request?.visit_id ?? ownerId)).length > 0
}
