import type { Permission } from '../access/permissions.ts'
import { COMMENT_TYPES, type CommentType } from './comment-types.ts'

/** The permission for each type of comment (docs/people.md#permissions); every study is a radiology one. */
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

/** The types of comment on a visit: technicians and nurses only on radiology visits (docs/people.md#permissions). */
export function commentTypesOfVisit(isRadiology: boolean): readonly CommentType[] {
  return COMMENT_TYPES.filter((type) => isRadiology || !RADIOLOGY_TYPES.includes(type))
}

/** Whether somebody with these permissions may add a comment of this type to a visit. */
export function canAddVisitComment(
  permissions: { has: (permission: Permission) => boolean },
  type: CommentType,
  isRadiology: boolean,
): boolean {
  return commentTypesOfVisit(isRadiology).includes(type) && canAddComment(permissions, type)
}

const RADIOLOGY_TYPES: readonly CommentType[] = ['Technician', 'Nurse']
