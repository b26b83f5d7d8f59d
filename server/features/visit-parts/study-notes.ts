import type { studyVisitCalls } from '#contract/calls/study-visit.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller, HandlersFor, Tx } from '#server/kernel/context.ts'
import { findVisibleStudy } from '../studies/store.ts'
import { selectCommentsOfVisit } from './comment-store.ts'
import { selectDocumentsOfVisit } from './document-store.ts'
import { selectStudiesOfVisit } from './studies-of-visit.ts'

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
    const comments = await selectCommentsOfVisit(ctx.tx, visitId)
    return { result: { comments, documents: await selectDocumentsOfVisit(ctx.tx, visitId) } }
  },
}

async function findVisitOfStudy(tx: Tx, caller: Caller, studyId: string): Promise<string | undefined> {
  const service = await tx
    .selectFrom('study as s')
    .innerJoin('visit_service as vs', (on) =>
      on.onRef('vs.client_id', '=', 's.client_id').onRef('vs.id', '=', 's.visit_service_id'),
    )
    .select('vs.visit_id')
    .where('s.client_id', '=', caller.clientId)
    .where('s.id', '=', studyId)
    .executeTakeFirst()
  return service?.visit_id
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
