import { VisitDocumentRow } from '../calls/visit-records.ts'
import { defineVisitPart } from './record.ts'

export const visitDocumentRecord = defineVisitPart({
  type: 'visit_document',
  body: VisitDocumentRow,
  // Includes the results of the laboratory.
  stored: { table: 'visit_paper', hides: true },
  copies: { table: 'visitDocuments', since: 5 },
})
