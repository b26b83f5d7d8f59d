/** The displayed properties of a document. */
export interface ShownDocument {
  id: string
  tag: string
  name: string
  file_id: string
  is_image: 0 | 1
  uploaded_by: string
  /** Null for a laboratory result. */
  uploaded_by_id: string | null
  created: string
  /** The server does not have it in this form yet. */
  isWaiting: boolean
  /** It belongs to the visit of the displayed study, and is deleted there. */
  isOfVisit?: boolean
}

/** A chosen and checked file, with its tag. */
export interface ChosenDocument {
  tagId: string
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** The documents of one record (a study or visit), and the operations on them. */
export interface RecordDocuments {
  /** The study or visit that owns them; also identifies files that the server refused. */
  owner: string
  purpose: 'document' | 'visit_document'
  /** Oldest first; undefined until loaded. */
  rows: readonly ShownDocument[] | undefined
  error: Error | undefined
  add: (document: ChosenDocument) => Promise<unknown>
  remove: (document: ShownDocument) => Promise<unknown>
  /** The time zone for displayed times. */
  zone: string
}

/** Sorts documents by creation time. */
export function inOrder<Row extends { created: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => Date.parse(a.created) - Date.parse(b.created))
}
