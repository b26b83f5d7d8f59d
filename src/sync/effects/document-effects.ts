import type { DocumentRow } from '#contract/calls/study-parts.ts'
import { byPerson, type EffectsOf, type RecordRef } from './effect.ts'
import { removed } from './removed.ts'

const documentOf = ({ id, study_id }: { id?: string | undefined; study_id: string }): RecordRef => ({
  type: 'document',
  id: id ?? study_id,
})

/** The optimistic effects of documents. */
export const documentEffects: EffectsOf<'addStudyDocument' | 'deleteStudyDocument'> = {
  addStudyDocument: {
    record: documentOf,
    isAuto: byPerson,
    patches: async (input, local, author) => {
      const { id } = documentOf(input)
      const [tag, type] = await Promise.all([
        local.findDocumentTag(input.tag_id),
        local.findFileType(input.file_id),
      ])
      const change: DocumentRow = {
        id,
        rev: 0,
        study_id: input.study_id,
        tag: tag?.name ?? '',
        tag_id: input.tag_id,
        file_id: input.file_id,
        name: input.name ?? '',
        is_image: type?.startsWith('image/') ? 1 : 0,
        uploaded_by: author.name,
        uploaded_by_id: author.userId,
        created: author.at,
      }
      return [{ type: 'document', id, change }]
    },
  },
  deleteStudyDocument: {
    record: documentOf,
    isAuto: byPerson,
    patches: async ({ id }) => [removed('document', id)],
  },
}
