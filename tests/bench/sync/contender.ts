/** The functions of a page under test; they are on its window as `contender`. Keys name the written records. */
export interface ContenderPage {
  /** Prepares the page: at the first load, and when it was opened again after a kill. */
  open: () => Promise<void>
  /** Writes one record; resolves when the library reports it as stored on this device. */
  keep: (key: string) => Promise<void>
  /** Returns the keys that this device still holds and could still send. */
  held: () => Promise<string[]>
}

declare global {
  var contender: ContenderPage
}
