import { CommentRow } from '../calls/study-parts.ts'
import { defineStudyPart } from './record.ts'

export const commentRecord = defineStudyPart({
  type: 'comment',
  body: CommentRow,
  stored: { table: 'study_comment', hides: true },
  copies: { table: 'comments', since: 2 },
})
