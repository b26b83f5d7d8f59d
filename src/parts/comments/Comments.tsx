import { CommentsByType } from './CommentsByType.tsx'
import { useComments } from './use-comments.ts'

export interface CommentsProps {
  studyId: string
}

/** The comments of a study, one type at a time (docs/reports.md#editor). */
export function Comments({ studyId }: CommentsProps) {
  return <CommentsByType recordComments={useComments(studyId)} />
}
