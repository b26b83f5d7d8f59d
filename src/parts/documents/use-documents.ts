import { addDocument, deleteDocument } from '#src/sync/study-parts/documents.ts'
import { useStudyParts } from '#src/sync/study-parts/use-study-parts.ts'
import { LOCAL_ZONE } from '#src/ui/local-zone.ts'
import { type DocumentDesk, inOrder } from './document-desk.ts'

/** The documents of a study. */
export function useDocuments(studyId: string): DocumentDesk {
  const { rows, error } = useStudyParts('document', studyId)
  return {
    owner: studyId,
    purpose: 'document',
    rows: rows && inOrder(rows),
    error,
    add: (document) => addDocument({ studyId, ...document }),
    remove: ({ id }) => deleteDocument({ id, study_id: studyId }),
    zone: LOCAL_ZONE,
  }
}
