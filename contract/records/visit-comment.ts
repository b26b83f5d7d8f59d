import { VisitCommentRow } from '../calls/visit-records.ts'
import { defineVisitPart } from './record.ts'

export const visitCommentRecord = defineVisitPart({
  type: 'visit_comment',
  body: VisitCommentRow,
  stored: { table: 'visit_comment', hides: true },
  copies: { table: 'visitComments', since: 5 },
})
