import type { VisitCommentRow, VisitDocumentRow } from '#contract/calls/visit-records.ts'
import { currentSession } from '../session/session-state.ts'
import { byPerson, type EffectsOf, type RecordRef } from './effect.ts'
import { removed } from './removed.ts'

const commentOf = ({ id, for_study }: { id: string; for_study?: 0 | 1 | undefined }): RecordRef => ({
  type: for_study === 1 ? 'comment' : 'visit_comment',
  id,
})
const documentOf = ({ id }: { id: string }): RecordRef => ({ type: 'visit_document', id })

const isDoctor = (): 0 | 1 => {
  const session = currentSession()
  return session?.is_doctor === 1 || session?.is_clinic_doctor === 1 ? 1 : 0
}

/** The optimistic effects of comments and documents of visits. */
export const visitPartEffects: EffectsOf<
  'appt/addComment' | 'appt/deleteComment' | 'appt/addDocument' | 'appt/deleteDocument'
> = {
  'appt/addComment': {
    record: ({ id }) => commentOf({ id }),
    isAuto: byPerson,
    patches: async ({ id, appt_id, comment, type }, _local, author) => {
      const change: VisitCommentRow = {
        id,
        rev: 0,
        appt_id,
        comment,
        type,
        comment_by: author.name,
        comment_by_id: author.userId,
        created: author.at,
        is_dr_comment: isDoctor(),
      }
      return [{ type: 'visit_comment', id, change }]
    },
  },
  'appt/deleteComment': {
    record: commentOf,
    isAuto: byPerson,
    patches: async (input) => [removed(input.for_study === 1 ? 'comment' : 'visit_comment', input.id)],
  },
  'appt/addDocument': {
    record: documentOf,
    isAuto: byPerson,
    patches: async ({ id, appt_id, tag_id, file_id, name }, local, author) => {
      const [tag, type] = await Promise.all([local.findDocumentTag(tag_id), local.findFileType(file_id)])
      const change: VisitDocumentRow = {
        id,
        rev: 0,
        appt_id,
        tag: tag?.name ?? '',
        tag_id,
        file_id,
        name: name ?? '',
        is_image: type?.startsWith('image/') ? 1 : 0,
        uploaded_by: author.name,
        uploaded_by_id: author.userId,
        created: author.at,
      }
      return [{ type: 'visit_document', id, change }]
    },
  },
  'appt/deleteDocument': {
    record: documentOf,
    isAuto: byPerson,
    patches: async ({ id }) => [removed('visit_document', id)],
  },
}
