import type { CommentRow } from '#contract/calls/study-parts.ts'
import type { VisitCommentRow } from '#contract/calls/visit-records.ts'
import { CommentTable } from '../comment-table.ts'

export const studyComments = new CommentTable<CommentRow>(
  { table: 'study_comment', owner: 'study_id', audited: { entity: 'comment', owner: 'study_id' } },
  (fields, study_id) => ({ ...fields, study_id }),
)

export const visitComments = new CommentTable<VisitCommentRow>(
  { table: 'visit_comment', owner: 'visit_id', audited: { entity: 'visit_comment', owner: 'appt_id' } },
  (fields, appt_id) => ({ ...fields, appt_id }),
)
