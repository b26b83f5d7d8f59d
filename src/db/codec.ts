/** Where a sealed value stands; authenticated with it, so that it opens nowhere else. */
export interface Place {
  database: string
  table: string
  id: string
}

/**
 * Seals what a row holds beside its clear index fields. Both ways are asynchronous because encryption is: no codec
 * may be awaited inside an IndexedDB transaction, which would end it.
 */
export interface Codec {
  seal: (place: Place, value: unknown) => Promise<unknown>
  open: (place: Place, sealed: unknown) => Promise<unknown>
}
