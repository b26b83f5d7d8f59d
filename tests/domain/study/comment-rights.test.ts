import { expect, test } from 'vitest'
import type { Permission } from '#domain/access/permissions.ts'
import { canAddComment } from '#domain/study/comment-rights.ts'
import { COMMENT_TYPES, type CommentType } from '#domain/study/comment-types.ts'

test.each([
  ['add_comment_to_study', ['Normal', 'Exam_Reason']],
  ['add_technician_comment_to_study', ['Technician']],
  ['add_nurse_comment_to_study', ['Nurse']],
  ['share_study', []],
] as [Permission, CommentType[]][])('%s adds comments of exactly its types', (permission, types) => {
  const allowed = COMMENT_TYPES.filter((type) => canAddComment(new Set([permission]), type))
  expect(allowed).toEqual(types)
})
