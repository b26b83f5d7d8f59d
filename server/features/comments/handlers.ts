import { v7 as mintId } from 'uuid'
import type { commentCalls } from '#contract/calls/comments.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { canAddComment } from '#domain/study/comment-rights.ts'
import { demandClientAdmin } from '#server/kernel/auth/demand-caller.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { findVisibleStudy } from '../studies/public/store.ts'
import { lockStudy } from '../studies/public/write-store.ts'
import { partChanged, partLeft } from '../study-parts/announce-parts.ts'
import { studyComments } from './public/store.ts'
import { addComment, hideComment } from './public/write-comment.ts'

/** Only an administrator of the client may delete comments. */
export const COMMENT_DEMANDS: DemandsFor<typeof commentCalls> = { deleteStudyComment: demandClientAdmin }

export const commentHandlers: HandlersFor<typeof commentCalls> = {
  studyComments: async (input, ctx) => {
    const study = await findVisibleStudy(ctx.tx, ctx.caller, input.id, ctx.now)
    if (!study) throw new Refusal('not_found')
    await ctx.audit('read', 'comment', study.id)
    return { result: await studyComments.ofOwner(ctx.tx, study.id, input.type) }
  },

  addStudyComment: async ({ id = mintId(), study_id, type, comment: text }, ctx) => {
    const study = await lockStudy(ctx, study_id)
    const { permissions, isDoctor } = ctx.caller
    if (!canAddComment(permissions, type)) throw new Refusal('not_permitted')
    const added = { id, owner_id: study_id, type, comment: text, is_dr_comment: isDoctor }
    const comment = await addComment(ctx, studyComments, added)
    partChanged(ctx, 'comment', comment, study)
    return { message: 'Saved successfully', result: { comment } }
  },

  deleteStudyComment: async (input, ctx) => {
    const study = await lockStudy(ctx, input.study_id)
    const comment = await studyComments.find(ctx.tx, ctx.caller.clientId, input.id)
    if (!comment || comment.owner_id !== study.id) throw new Refusal('not_found')
    partLeft(ctx, 'comment', await hideComment(ctx, studyComments, comment), study)
    return { message: 'Deleted', result: { id: comment.id } }
  },
}
