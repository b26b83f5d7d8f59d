/** Explanations for a fair reading of the scoreboard. */
export const NOTES = {
  before: (records: number, boundMs: number) =>
    `Each contender is used as its own documentation says (the pages are named in tests/bench/sync/peers/pages). ${records} receipts are
kept one after the other without a network; then the network comes back at 200 ms round trip and the schedule runs, drawn
by the same seed for all. A spell begins with that return, so that everybody's first delivery meets it. A partition begins once the
server has the last byte of a delivery; it cuts the device off, and tells the server nothing, as a dead line does. Time is from the return of the network to the last effect, the fault included; what is not at
the server ${boundMs / 1000} s after the schedule ended, and still on the device, is stuck. Effects are counted at the server by the
business key. For Readroom the receipts are drafts of reports on distinct studies, on its real server with PostgreSQL.`,
  after: `- "Kept" stands there twice, over the same records in fresh profiles, in turn. In the first line each contender keeps as it does by
  itself: Readroom encrypted and with strict durability (on the disk before it is said to be kept), the peers readable and with
  the browser's relaxed durability, which a power cut may take back. In the second line every transaction of every contender is
  opened with IndexedDB's \`durability: 'strict'\`; Readroom alone still seals, signs and keeps a draft beside the record. A killed
  browser alone does not show the difference: the operating system still has the bytes.
- RxDB and PouchDB replicate documents by their id, so a repeated write is the same document: right for records, not by
  itself for calls that do something. RxDB waits 5 s after an error (its \`retryTime\`), PouchDB backs off by itself.
- TanStack sends one transaction after the other by design; its key travels with each and the server honours it.
- Workbox has no key of its own: a request whose answer was lost is sent again and takes effect again. The server would
  honour an Idempotency-Key that an app adds by itself. Its sync event is fired every 2 s here, as the button in DevTools
  does: Chromium alone comes back only minutes after a failed one. 5xx is made to count as failed, by \`onSync\`.`,
} as const
