import { visitComments } from '../comments/store.ts'
import { visitDocuments } from '../documents/store.ts'
import { visitPartSource } from '../visits/part-source.ts'

/** Comments and documents travel wherever their visit does; files are fetched when they are looked at. */
export const visitCommentSource = visitPartSource('visit_comment', 'visit_comment', (tx, _caller, ids) =>
  visitComments.byId(tx, ids),
)
export const visitDocumentSource = visitPartSource('visit_document', 'visit_paper', (tx, _caller, ids) =>
  visitDocuments.byId(tx, ids),
)
