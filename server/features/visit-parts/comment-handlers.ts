import type { visitPartCalls } from '#contract/calls/visit-parts.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { canAddVisitComment } from '#domain/study/comment-rights.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { findComment, hideComment, selectCommentsOfStudy } from '../comments/store.ts'
import { lockStudy } from '../studies/write-store.ts'
import { partLeft } from '../study-parts/announce-parts.ts'
import { visitPartChanged, visitPartLeft } from '../visits/announce-parts.ts'
import { findVisibleVisit } from '../visits/store.ts'
import { lockVisit } from '../visits/write-store.ts'
import {
  findVisitComment,
  hideVisitComment,
  insertVisitComment,
  selectCommentsOfVisit,
  selectVisitComments,
} from './comment-store.ts'
import { selectStudiesOfVisit } from './studies-of-visit.ts'

type CommentCalls = Pick<typeof visitPartCalls, 'comments' | 'addComment' | 'deleteComment'>
type AddInput = ParsedInputOf<typeof visitPartCalls.addComment>

/** Comments of visits (docs/wire.md#names-and-values, docs/people.md#permissions, docs/wire.md#paths-and-bases). */
export const visitCommentHandlers: HandlersFor<CommentCalls> = {
  comments: async ({ id, for_study }, ctx) => {
    const visit = await findVisibleVisit(ctx.tx, ctx.caller, id)
    if (!visit) throw new Refusal('not_found')
    await ctx.audit('read', 'visit_comment', visit.id)
    const own = (await selectCommentsOfVisit(ctx.tx, visit.id)).map((row) => ({
      ...row,
      for_study: 0 as const,
      study_id: null,
    }))
    const ofStudies = for_study === '1' ? await commentsOfStudies(ctx, visit.id) : []
    return { result: [...own, ...ofStudies].sort((a, b) => a.created.localeCompare(b.created)) }
  },

  addComment: async (input, ctx) => {
    const visit = await lockVisit(ctx, input.appt_id)
    if (!canAddVisitComment(ctx.caller.permissions, input.type, visit.is_radiology))
      throw new Refusal('not_permitted')
    const known = await findVisitComment(ctx.tx, ctx.caller.clientId, input.id)
    if (known) demandSame(known, input, ctx)
    else await addComment(ctx, input)
    const [row] = await selectVisitComments(ctx.tx, ctx.caller, [input.id])
    if (!row) throw new Error('a comment that was just written is not there')
    visitPartChanged(ctx, 'visit_comment', row, visit)
    return { message: 'Saved successfully', result: { comment: row } }
  },

  deleteComment: async (input, ctx) => {
    if (input.for_study === 1) await deleteStudyComment(ctx, input.id)
    else await deleteVisitComment(ctx, input.id)
    return { message: 'Deleted', result: { id: input.id } }
  },
}

async function commentsOfStudies(ctx: Context, visitId: string) {
  const studies = await selectStudiesOfVisit(ctx.tx, ctx.caller, visitId)
  const lists = await Promise.all(studies.map((id) => selectCommentsOfStudy(ctx.tx, id, undefined)))
  return lists.flat().map((row) => ({ ...row, appt_id: visitId, for_study: 1 as const }))
}

async function addComment(ctx: Context, { id, appt_id, type, comment }: AddInput): Promise<void> {
  const { clientId, userId, isDoctor, isClinicDoctor } = ctx.caller
  await insertVisitComment(ctx.tx, {
    client_id: clientId,
    id,
    visit_id: appt_id,
    type,
    comment,
    comment_by: userId,
    is_dr_comment: isDoctor || isClinicDoctor,
    created: ctx.now,
  })
  await ctx.audit('add', 'visit_comment', id, { appt_id, type })
}

async function deleteVisitComment(ctx: Context, id: string): Promise<void> {
  const comment = await findVisitComment(ctx.tx, ctx.caller.clientId, id)
  if (!comment) throw new Refusal('not_found')
  // Access before existence: outside the own branches there is no such comment, whoever asks.
  const visit = await lockVisit(ctx, comment.visit_id)
  demandAdmin(ctx)
  if (comment.hidden) {
    visitPartLeft(ctx, 'visit_comment', comment, visit)
    return
  }
  visitPartLeft(ctx, 'visit_comment', await hideVisitComment(ctx.tx, ctx.caller, id, ctx.now), visit)
  await ctx.audit('delete', 'visit_comment', id, { appt_id: visit.id, type: comment.type })
}

async function deleteStudyComment(ctx: Context, id: string): Promise<void> {
  const comment = await findComment(ctx.tx, ctx.caller.clientId, id)
  if (!comment) throw new Refusal('not_found')
  const study = await lockStudy(ctx, comment.study_id)
  demandAdmin(ctx)
  if (comment.hidden) {
    partLeft(ctx, 'comment', comment, study)
    return
  }
  partLeft(ctx, 'comment', await hideComment(ctx.tx, ctx.caller, id, ctx.now), study)
  await ctx.audit('delete', 'comment', id, { study_id: study.id, type: comment.type })
}

// Only a client admin deletes comments (docs/people.md#permissions).
function demandAdmin({ caller }: Context): void {
  if (!caller.isClientAdmin) throw new Refusal('not_permitted')
}

// A repeat with the same id is the same record; another text under it is not.
function demandSame(
  known: { visit_id: string; comment: string; type: string; comment_by: string },
  input: AddInput,
  ctx: Context,
): void {
  const isSame =
    known.visit_id === input.appt_id &&
    known.comment === input.comment &&
    known.type === input.type &&
    known.comment_by === ctx.caller.userId
  if (!isSame) throw new Refusal('id_reused')
}
