import { v7 as mintId } from 'uuid'
import type { CommentType } from '#domain/study/comment-types.ts'
import { enqueue } from '../outbox/make/enqueue.ts'

/** Adds a comment: on this device at once, sent as soon as the server can be reached; returns its id. */
export async function addComment(studyId: string, type: CommentType, comment: string): Promise<string> {
  const id = mintId()
  await enqueue('addStudyComment', { id, study_id: studyId, type, comment }, { label: 'Add comment' })
  return id
}

/** Deletes a comment; only for client administrators. */
export async function deleteComment(comment: { id: string; study_id: string }): Promise<void> {
  const { id, study_id } = comment
  await enqueue('deleteStudyComment', { id, study_id }, { label: 'Delete comment' })
}
