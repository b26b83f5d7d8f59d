import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId } from '../kernel/fields.ts'
import { STUDY_MODULES } from '../kernel/modules.ts'
import { resultOf } from '../kernel/paging.ts'
import { VisitCommentRow, VisitDocumentRow } from './visit-records.ts'

/** A study's visit for readers of the study (docs/reports.md#editor, docs/wire.md#names-and-values: `for_study`). */
export const studyVisitCalls = {
  notes: defineCall({
    key: 'study/visitNotes',
    module: STUDY_MODULES,
    base: 'api',
    method: 'GET',
    path: 'study/visitNotes/{id}',
    access: 'session',
    offline: { kind: 'cache', table: 'answers' },
    /** The study's id. */
    input: z.strictObject({ id: EntityId }),
    /** Oldest first; empty if the study is not linked to a visit. */
    output: resultOf(z.object({ comments: z.array(VisitCommentRow), documents: z.array(VisitDocumentRow) })),
  }),
} as const
