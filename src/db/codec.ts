/** The address of a sealed value; authenticated with it, so that it opens nowhere else. */
export interface RowAddress {
  database: string
  table: string
  id: string
}

/**
 * Seals what a row holds besides its clear index fields. Both methods are asynchronous because encryption is: never
 * await a codec inside an IndexedDB transaction, because that would end it.
 */
export interface Codec {
  seal: (place: RowAddress, value: unknown) => Promise<unknown>
  open: (place: RowAddress, sealed: unknown) => Promise<unknown>
}
