import type { CommentType } from '#domain/study/comment-types.ts'

/** The displayed properties of a comment. */
export interface ShownComment {
  id: string
  comment: string
  type: CommentType
  comment_by: string
  created: string
  is_dr_comment: 0 | 1
  /** The server does not have it in this form yet. */
  isWaiting: boolean
  /** It belongs to the visit of the displayed study, and is deleted there. */
  isOfVisit?: boolean
}

/** The comments of one record (a study or visit), and what this person may do with them. */
export interface RecordComments {
  /** The study or visit that they belong to. */
  record: string
  types: readonly CommentType[]
  /** The comments of one type, oldest first. */
  of: (type: CommentType) => readonly ShownComment[]
  isLoading: boolean
  error: Error | undefined
  mayAdd: (type: CommentType) => boolean
  add: (type: CommentType, words: string) => Promise<unknown>
  /** Absent if not permitted: only a client administrator deletes comments (docs/people.md#permissions). */
  remove?: ((comment: ShownComment) => Promise<unknown>) | undefined
  /** The time zone for displayed times. */
  zone: string
}

/** Comments of one type, oldest first. */
export function commentsOfType<Row extends ShownComment>(rows: readonly Row[], type: CommentType): Row[] {
  const ofType = rows.filter((row) => row.type === type)
  return ofType.toSorted((a, b) => Date.parse(a.created) - Date.parse(b.created))
}
