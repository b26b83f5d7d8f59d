import { visitComments } from '../comments/public/store.ts'
import { visitDocuments } from '../documents/public/store.ts'
import { visitPartSource } from '../visits/public/reading/part-source.ts'

/** Comments and documents have the scopes of their visit; files are fetched when they are opened. */
export const visitCommentSource = visitPartSource('visit_comment', (tx, _caller, ids) =>
  visitComments.byId(tx, ids),
)
export const visitDocumentSource = visitPartSource('visit_document', (tx, _caller, ids) =>
  visitDocuments.byId(tx, ids),
)
