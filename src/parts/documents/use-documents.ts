import { branchZone } from '#src/sync/session/branch-zone.ts'
import { addDocument, deleteDocument } from '#src/sync/study-parts/documents.ts'
import { useStudyParts } from '#src/sync/study-parts/use-study-parts.ts'
import { useVisitNotes } from '#src/sync/study-parts/use-visit-notes.ts'
import { inOrder, type RecordDocuments } from './record-documents.ts'

/** Returns the documents of a study, with the papers of its visit. */
export function useDocuments(studyId: string): RecordDocuments {
  const { rows, error } = useStudyParts('document', studyId)
  const ofVisit = useVisitNotes(studyId).documents.map((row) => ({
    ...row,
    isWaiting: false,
    isOfVisit: true,
  }))
  return {
    owner: studyId,
    purpose: 'document',
    rows: rows && inOrder([...rows, ...ofVisit]),
    error,
    add: (document) => addDocument({ studyId, ...document }),
    remove: ({ id }) => deleteDocument({ id, study_id: studyId }),
    zone: branchZone(),
  }
}
