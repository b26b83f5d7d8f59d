import { CommentsByType } from './CommentsByType.tsx'
import { useComments } from './use-comments.ts'

export interface CommentsProps {
  studyId: string
}

/** The comments of a study, one type at a time (spec 3 section 2.3 "Right sidebar: comments"). */
export function Comments({ studyId }: CommentsProps) {
  return <CommentsByType desk={useComments(studyId)} />
}
