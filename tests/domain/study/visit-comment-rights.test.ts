import { expect, test } from 'vitest'
import type { Permission } from '#domain/access/permissions.ts'
import { canAddVisitComment, commentTypesOfVisit } from '#domain/study/comment-rights.ts'
import { COMMENT_TYPES } from '#domain/study/comment-types.ts'

test('technicians and nurses write only at radiology visits', () => {
  expect(commentTypesOfVisit(true)).toEqual(COMMENT_TYPES)
  expect(commentTypesOfVisit(false)).toEqual(['Normal', 'Exam_Reason'])
})

test.each([
  ['add_comment_to_study', true, ['Normal', 'Exam_Reason']],
  ['add_comment_to_study', false, ['Normal', 'Exam_Reason']],
  ['add_technician_comment_to_study', true, ['Technician']],
  ['add_technician_comment_to_study', false, []],
  ['add_nurse_comment_to_study', true, ['Nurse']],
  ['add_nurse_comment_to_study', false, []],
] as const)('%s at a visit (radiology: %s) adds %j', (permission, isRadiology, types) => {
  const permissions = new Set<Permission>([permission])
  expect(COMMENT_TYPES.filter((type) => canAddVisitComment(permissions, type, isRadiology))).toEqual(types)
})
