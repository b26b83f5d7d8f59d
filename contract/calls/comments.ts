import * as z from 'zod/mini'
import { COMMENT_TYPES } from '#domain/study/comment-types.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, requiredText } from '../kernel/fields.ts'
import { READING_MODULES, STUDY_MODULES } from '../kernel/modules.ts'
import { resultOf } from '../kernel/paging.ts'
import { CommentRow } from './study-parts.ts'

/** Longest comment, in characters. */
export const COMMENT_MAX = 4_000

// Separate aggregate, so a rejected comment does not block report commands.
const commentAggregate = ({ id, study_id }: { id?: string | undefined; study_id: string }) => ({
  type: 'comment',
  id: id ?? study_id,
})

/** Comments of a study (docs/reports.md#editor, docs/people.md#permissions). */
export const commentCalls = {
  studyComments: defineCall({
    key: 'studyComments',
    module: STUDY_MODULES,
    base: 'php',
    method: 'GET',
    path: 'studyComments/{id}',
    access: 'session',
    offline: { kind: 'cache', table: 'comments' },
    /** The study's id; one type of comment, or all. Oldest first. */
    input: z.strictObject({ id: EntityId, type: z.optional(z.enum(COMMENT_TYPES)) }),
    output: resultOf(z.array(CommentRow)),
  }),
  addStudyComment: defineCall({
    key: 'addStudyComment',
    module: READING_MODULES,
    base: 'php',
    method: 'POST',
    path: 'addStudyComment',
    access: 'session',
    offline: { kind: 'queue', version: 1, aggregate: commentAggregate },
    /** `id` is minted by the creator; without one the server mints it. */
    input: z.strictObject({
      id: z.optional(EntityId),
      study_id: EntityId,
      type: z.enum(COMMENT_TYPES),
      comment: requiredText(COMMENT_MAX),
    }),
    output: z.object({ message: z.string(), result: z.object({ comment: CommentRow }) }),
  }),
  deleteStudyComment: defineCall({
    key: 'deleteStudyComment',
    module: READING_MODULES,
    base: 'php',
    method: 'POST',
    path: 'deleteStudyComment',
    access: 'session',
    offline: { kind: 'queue', version: 1, aggregate: commentAggregate },
    input: z.strictObject({ id: EntityId, study_id: EntityId }),
    output: z.object({ message: z.string(), result: z.object({ id: EntityId }) }),
  }),
} as const
