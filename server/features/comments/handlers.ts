import { v7 as mintId } from 'uuid'
import type { commentCalls } from '#contract/calls/comments.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { canAddComment } from '#domain/study/comment-rights.ts'
import { demandClientAdmin } from '#server/kernel/auth/demand-caller.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { findVisibleStudy } from '../studies/store.ts'
import { lockStudy } from '../studies/write-store.ts'
import { partChanged, partLeft } from '../study-parts/announce-parts.ts'
import { findComment, hideComment, insertComment, selectComments, selectCommentsOfStudy } from './store.ts'

/** Only an administrator of the client deletes comments. */
export const COMMENT_DEMANDS: DemandsFor<typeof commentCalls> = { deleteStudyComment: demandClientAdmin }

export const commentHandlers: HandlersFor<typeof commentCalls> = {
  studyComments: async (input, ctx) => {
    const study = await findVisibleStudy(ctx.tx, ctx.caller, input.id, ctx.now)
    if (!study) throw new Refusal('not_found')
    await ctx.audit('read', 'comment', study.id)
    return { result: await selectCommentsOfStudy(ctx.tx, study.id, input.type) }
  },

  addStudyComment: async (input, ctx) => {
    const study = await lockStudy(ctx, input.study_id)
    if (!canAddComment(ctx.caller.permissions, input.type)) throw new Refusal('not_permitted')
    const id = input.id ?? mintId()
    const known = await findComment(ctx.tx, ctx.caller.clientId, id)
    if (known) demandSame(known, input, ctx)
    else {
      const { clientId, userId, isDoctor } = ctx.caller
      const { study_id, type, comment } = input
      const key = { client_id: clientId, id, study_id }
      await insertComment(ctx.tx, {
        ...key,
        type,
        comment,
        comment_by: userId,
        is_dr_comment: isDoctor,
        created: ctx.now,
      })
      await ctx.audit('add', 'comment', id, { study_id, type })
    }
    const [row] = await selectComments(ctx.tx, ctx.caller, [id])
    if (!row) throw new Error('a comment that was just written is not there')
    partChanged(ctx, 'comment', row, study)
    return { message: 'Saved successfully', result: { comment: row } }
  },

  deleteStudyComment: async (input, ctx) => {
    const study = await lockStudy(ctx, input.study_id)
    const comment = await findComment(ctx.tx, ctx.caller.clientId, input.id)
    if (!comment || comment.study_id !== study.id) throw new Refusal('not_found')
    if (comment.hidden) {
      partLeft(ctx, 'comment', comment, study)
    } else {
      partLeft(ctx, 'comment', await hideComment(ctx.tx, ctx.caller, comment.id, ctx.now), study)
      await ctx.audit('delete', 'comment', comment.id, { study_id: study.id, type: comment.type })
    }
    return { message: 'Deleted', result: { id: comment.id } }
  },
}

// A repeat with the same id is the same record; another text under it is not.
function demandSame(
  known: { study_id: string; comment: string; type: string; comment_by: string },
  input: { study_id: string; comment: string; type: string },
  ctx: Context,
): void {
  const isSame =
    known.study_id === input.study_id &&
    known.comment === input.comment &&
    known.type === input.type &&
    known.comment_by === ctx.caller.userId
  if (!isSame) throw new Refusal('id_reused')
}
