import { DocumentRow } from '../calls/study-parts.ts'
import { defineStudyPart } from './record.ts'

export const documentRecord = defineStudyPart({
  type: 'document',
  body: DocumentRow,
  stored: { table: 'study_document', hides: true },
  copies: { table: 'documents', since: 2 },
})
