import * as z from 'zod/mini'
import { COMMENT_TYPES } from '#domain/study/comment-types.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { VisitCommentRow, VisitDocumentRow } from './visit-records.ts'

/** Longest comment on a visit, in characters. */
export const VISIT_COMMENT_MAX = 4_000

const common = { module: 'appointment_system', access: 'session', base: 'php', method: 'POST' } as const
const partOf = (type: string) =>
  ({ kind: 'queue', version: 1, aggregate: ({ id }: { id: string }) => ({ type, id }) }) as const

/** Whether it belongs to a study of the visit, and to which. */
const ofStudy = { for_study: Flag, study_id: z.nullable(EntityId) } as const

/** Comments and documents of a visit (docs/visits.md#visit-panel, docs/wire.md#paths-and-bases). */
export const visitPartCalls = {
  addComment: defineCall({
    ...common,
    key: 'appt/addComment',
    path: 'appt/addComment',
    offline: partOf('visit_comment'),
    input: z.strictObject({
      id: EntityId,
      appt_id: EntityId,
      type: z.enum(COMMENT_TYPES),
      comment: z.string().check(z.minLength(1, 'is required'), z.maxLength(VISIT_COMMENT_MAX)),
    }),
    output: z.object({ message: z.string(), result: z.object({ comment: VisitCommentRow }) }),
  }),
  deleteComment: defineCall({
    ...common,
    key: 'appt/deleteComment',
    path: 'appt/deleteComment',
    offline: partOf('visit_comment'),
    /** `for_study` 1: the comment belongs to a study of the visit. */
    input: z.strictObject({ id: EntityId, for_study: z.optional(Flag) }),
    output: z.object({ message: z.string(), result: z.object({ id: EntityId }) }),
  }),
  comments: defineCall({
    ...common,
    method: 'GET',
    key: 'appt/comments',
    path: 'appt/comments/{id}/{for_study}',
    offline: { kind: 'cache', table: 'visitComments' },
    /** Of the visit; with `for_study` 1 also those of its studies. */
    input: z.strictObject({ id: EntityId, for_study: z.enum(['0', '1']) }),
    output: resultOf(z.array(z.extend(VisitCommentRow, { ...ofStudy }))),
  }),
  documents: defineCall({
    ...common,
    method: 'GET',
    key: 'appt/documents',
    path: 'appt/documents/{id}',
    offline: { kind: 'cache', table: 'visitDocuments' },
    input: z.strictObject({ id: EntityId }),
    output: resultOf(
      z.array(z.extend(VisitDocumentRow, { file_url: z.string(), is_created_by_you: Flag, ...ofStudy })),
    ),
  }),
  addDocument: defineCall({
    ...common,
    key: 'appt/addDocument',
    path: 'appt/addDocument',
    offline: partOf('visit_document'),
    input: z.strictObject({
      id: EntityId,
      appt_id: EntityId,
      tag_id: EntityId,
      file_id: EntityId,
      name: z.optional(text(200)),
    }),
    output: z.object({ message: z.string(), result: z.object({ document: VisitDocumentRow }) }),
  }),
  deleteDocument: defineCall({
    ...common,
    key: 'appt/deleteDocument',
    path: 'appt/deleteDocument',
    offline: partOf('visit_document'),
    input: z.strictObject({ id: EntityId }),
    output: z.object({ message: z.string(), result: z.object({ id: EntityId }) }),
  }),
} as const
