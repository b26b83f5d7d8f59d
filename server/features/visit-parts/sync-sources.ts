import { visitPartSource } from '../visits/part-source.ts'
import { selectVisitComments } from './comment-store.ts'
import { selectVisitDocuments } from './document-store.ts'

/** Comments and documents travel wherever their visit does; files are fetched when they are looked at. */
export const visitCommentSource = visitPartSource('visit_comment', 'visit_comment', selectVisitComments)
export const visitDocumentSource = visitPartSource('visit_document', 'visit_paper', selectVisitDocuments)
