import { DocumentBoard } from './DocumentBoard.tsx'
import { useDocuments } from './use-documents.ts'

export interface DocumentsProps {
  studyId: string
}

/** The documents of a study: add, view, delete one's own. */
export function Documents({ studyId }: DocumentsProps) {
  return <DocumentBoard recordDocuments={useDocuments(studyId)} />
}
