/** Where a sealed value stands; authenticated with it, so that it opens nowhere else. */
export interface RowAddress {
  database: string
  table: string
  id: string
}

/**
 * Seals what a row holds beside its clear index fields. Both ways are asynchronous because encryption is: no codec
 * may be awaited inside an IndexedDB transaction, which would end it.
 */
export interface Codec {
  seal: (place: RowAddress, value: unknown) => Promise<unknown>
  open: (place: RowAddress, sealed: unknown) => Promise<unknown>
}
