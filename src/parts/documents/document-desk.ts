/** Of a document, what is shown. */
export interface ShownDocument {
  id: string
  tag: string
  name: string
  file_id: string
  is_image: 0 | 1
  uploaded_by: string
  /** Null for a result of the laboratory. */
  uploaded_by_id: string | null
  created: string
  /** The server does not have it in this form yet. */
  isWaiting: boolean
  /** It stands with the visit of the study that is looked at, and is deleted there. */
  isOfVisit?: boolean
}

/** A file that was chosen and checked, under its tag. */
export interface ChosenDocument {
  tagId: string
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** The documents of a study or visit, and what can be done with them. */
export interface DocumentDesk {
  /** Whose they are; files that the server did not take are found by it. */
  owner: string
  purpose: 'document' | 'visit_document'
  /** Oldest first; undefined until they were read. */
  rows: readonly ShownDocument[] | undefined
  error: Error | undefined
  add: (document: ChosenDocument) => Promise<unknown>
  remove: (document: ShownDocument) => Promise<unknown>
  /** In which times are said. */
  zone: string
}

/** Documents in the order in which they came. */
export function inOrder<Row extends { created: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => Date.parse(a.created) - Date.parse(b.created))
}
