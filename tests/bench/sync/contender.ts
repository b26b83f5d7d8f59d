/** What a page under test can do; it stands on its window as `contender`. Keys name the records that are written. */
export interface ContenderPage {
  /** Makes ready: at the first load, and when the page was opened again after it was killed. */
  open: () => Promise<void>
  /** Writes one record; returns when the library says that it is kept on this device. */
  keep: (key: string) => Promise<void>
  /** The keys that this device still holds and could yet send. */
  held: () => Promise<string[]>
}

declare global {
  var contender: ContenderPage
}
