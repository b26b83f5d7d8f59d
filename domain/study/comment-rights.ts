import type { Permission } from '../access/permissions.ts'
import type { CommentType } from './comment-types.ts'

/** What adds a comment of each type (spec 3 section 6); every study here is a radiology one. */
export const COMMENT_PERMISSION = {
  Normal: 'add_comment_to_study',
  Technician: 'add_technician_comment_to_study',
  Nurse: 'add_nurse_comment_to_study',
  Exam_Reason: 'add_comment_to_study',
} as const satisfies Record<CommentType, Permission>

/** Whether somebody with these permissions may add a comment of this type. */
export function canAddComment(permissions: { has: (permission: Permission) => boolean }, type: CommentType) {
  return permissions.has(COMMENT_PERMISSION[type])
}
