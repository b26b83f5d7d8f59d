import type { visitPartCalls } from '#contract/calls/visit-parts.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { canAddVisitComment } from '#domain/study/comment-rights.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { studyComments, visitComments } from '../comments/public/store.ts'
import { addComment, hideComment } from '../comments/public/write-comment.ts'
import { lockStudy } from '../studies/public/write-store.ts'
import { partLeft } from '../study-parts/announce-parts.ts'
import { visitPartChanged, visitPartLeft } from '../visits/public/reading/announce-parts.ts'
import { findVisibleVisit } from '../visits/public/store.ts'
import { lockVisit } from '../visits/public/write-store.ts'
import { selectStudiesOfVisit } from './studies-of-visit.ts'

type CommentCalls = Pick<typeof visitPartCalls, 'comments' | 'addComment' | 'deleteComment'>

/**
 * Handlers of comments of visits (docs/wire.md#names-and-values, docs/people.md#permissions,
 * docs/wire.md#paths-and-bases).
 */
export const visitCommentHandlers: HandlersFor<CommentCalls> = {
  comments: async ({ id, for_study }, ctx) => {
    const visit = await findVisibleVisit(ctx.tx, ctx.caller, id)
    if (!visit) throw new Refusal('not_found')
    await ctx.audit('read', 'visit_comment', visit.id)
    const own = (await visitComments.ofOwner(ctx.tx, visit.id)).map((row) => ({
      ...row,
      for_study: 0 as const,
      study_id: null,
    }))
    const ofStudies = for_study === '1' ? await commentsOfStudies(ctx, visit.id) : []
    return { result: [...own, ...ofStudies].sort((a, b) => a.created.localeCompare(b.created)) }
  },

  addComment: async ({ id, appt_id, type, comment: text }, ctx) => {
    const visit = await lockVisit(ctx, appt_id)
    const { permissions, isDoctor, isClinicDoctor } = ctx.caller
    if (!canAddVisitComment(permissions, type, visit.is_radiology)) throw new Refusal('not_permitted')
    const added = { id, owner_id: appt_id, type, comment: text, is_dr_comment: isDoctor || isClinicDoctor }
    const comment = await addComment(ctx, visitComments, added)
    visitPartChanged(ctx, 'visit_comment', comment, visit)
    return { message: 'Saved successfully', result: { comment } }
  },

  deleteComment: async (input, ctx) => {
    if (input.for_study === 1) await deleteStudyComment(ctx, input.id)
    else await deleteVisitComment(ctx, input.id)
    return { message: 'Deleted', result: { id: input.id } }
  },
}

async function commentsOfStudies(ctx: Context, visitId: string) {
  const studies = await selectStudiesOfVisit(ctx.tx, ctx.caller, visitId)
  const lists = await Promise.all(studies.map((id) => studyComments.ofOwner(ctx.tx, id)))
  return lists.flat().map((row) => ({ ...row, appt_id: visitId, for_study: 1 as const }))
}

// Checks access before existence: for callers of other branches the comment does not exist.
async function deleteVisitComment(ctx: Context, id: string): Promise<void> {
  const comment = await visitComments.find(ctx.tx, ctx.caller.clientId, id)
  if (!comment) throw new Refusal('not_found')
  const visit = await lockVisit(ctx, comment.owner_id)
  demandAdmin(ctx)
  visitPartLeft(ctx, 'visit_comment', await hideComment(ctx, visitComments, comment), visit)
}

async function deleteStudyComment(ctx: Context, id: string): Promise<void> {
  const comment = await studyComments.find(ctx.tx, ctx.caller.clientId, id)
  if (!comment) throw new Refusal('not_found')
  const study = await lockStudy(ctx, comment.owner_id)
  demandAdmin(ctx)
  partLeft(ctx, 'comment', await hideComment(ctx, studyComments, comment), study)
}

// Only an administrator of the client deletes comments (docs/people.md#permissions).
function demandAdmin({ caller }: Context): void {
  if (!caller.isClientAdmin) throw new Refusal('not_permitted')
}
