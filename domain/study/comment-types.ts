/** The kinds of comment on a study (docs/wire.md#names-and-values), in display order. */
export const COMMENT_TYPES = ['Normal', 'Technician', 'Nurse', 'Exam_Reason'] as const
export type CommentType = (typeof COMMENT_TYPES)[number]

/** Display labels. */
export const COMMENT_TYPE_LABELS: Record<CommentType, string> = {
  Normal: 'Comments',
  Technician: 'Technician',
  Nurse: 'Nurse',
  Exam_Reason: 'Exam reason',
}
