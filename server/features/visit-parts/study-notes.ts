import type { studyVisitCalls } from '#contract/calls/study-visit.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller, HandlersFor, Tx } from '#server/kernel/context.ts'
import { visitComments } from '../comments/public/store.ts'
import { visitDocuments } from '../documents/public/store.ts'
import { findVisibleStudy } from '../studies/public/store.ts'
import { findVisitOfStudy, selectStudiesOfVisit } from './studies-of-visit.ts'

/**
 * Handlers that show the desk's notes and files of a study's examination to people who may see the study: the reason
 * for the examination, notes of technician and nurse, and papers that the patient brought. Rights to the visit itself
 * are not needed.
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

/**
 * Returns true if a file of this visit, or of the request that became it, belongs to a study that the caller may see.
 */
export async function seesByStudy(tx: Tx, caller: Caller, ownerId: string): Promise<boolean> {
  const request = await tx
    .selectFrom('booking_request')
    .select('visit_id')
    .where('client_id', '=', caller.clientId)
    .where('id', '=', ownerId)
    .executeTakeFirst()
  return (await selectStudiesOfVisit(tx, caller, request?.visit_id ?? ownerId)).length > 0
}
