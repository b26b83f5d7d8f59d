import { DocumentBoard } from './DocumentBoard.tsx'
import { useDocuments } from './use-documents.ts'

export interface DocumentsProps {
  studyId: string
}

/** The documents of a study: add, look at, take one's own back. */
export function Documents({ studyId }: DocumentsProps) {
  return <DocumentBoard desk={useDocuments(studyId)} />
}
