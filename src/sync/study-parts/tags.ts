import { v7 as mintId } from 'uuid'
import { enqueue } from '../outbox/make/enqueue.ts'

/** Sets or removes the tag of a study. */
export async function assignTag(studyId: string, tagId: string | null): Promise<void> {
  const label = tagId === null ? 'Remove tag' : 'Assign tag'
  await enqueue('study/assignTag', { study_id: studyId, tag_id: tagId }, { label })
}

/**
 * Sets a study's critical tag and creates the record of who is informed; returns that record's id. An empty name
 * removes the tag and creates nothing.
 */
export async function assignCriticalTag(studyId: string, tagName: string): Promise<string | undefined> {
  const critical_id = tagName === '' ? undefined : mintId()
  const label = tagName === '' ? 'Remove critical tag' : 'Assign critical tag'
  const input = { study_id: studyId, tag_name: tagName, ...(critical_id && { critical_id }) }
  await enqueue('study/assignCriticalTag', input, { label })
  return critical_id
}
