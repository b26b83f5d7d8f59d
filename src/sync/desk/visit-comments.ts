import { v7 as mintId } from 'uuid'
import type { CommentType } from '#domain/study/comment-types.ts'
import { enqueue } from '../outbox/make/enqueue.ts'
import { dependsOnVisit } from './depends-on-visit.ts'

/** Adds a comment to a visit: on this device at once, sent as soon as the server can be reached; returns its id. */
export async function addVisitComment(
  visit: { id: string; rev: number },
  type: CommentType,
  comment: string,
): Promise<string> {
  const id = mintId()
  const depends = await dependsOnVisit(visit)
  await enqueue(
    'appt/addComment',
    { id, appt_id: visit.id, type, comment },
    { label: 'Add comment', depends },
  )
  return id
}

/** Deletes a comment of a visit; only for client administrators. */
export async function deleteVisitComment(id: string): Promise<void> {
  await enqueue('appt/deleteComment', { id, for_study: 0 }, { label: 'Delete comment' })
}
