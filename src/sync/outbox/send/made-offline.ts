import type { OutboxRow } from '#src/db/work-database.ts'

/** How long a person waits for an answer, which usually takes a moment; after that the app continues without it. */
export const PATIENCE_MS = 6_000

/**
 * True once the app has continued without the server's answer, whatever the connection was at the click: from then on
 * nobody has the form open to respond to a refusal. `now` uses the clock of `at`, in milliseconds; if it was set back,
 * the elapsed time is unknown.
 */
export const countsAsOffline = (
  { isOffline, at }: Pick<OutboxRow, 'isOffline' | 'at'>,
  now: number,
): boolean => isOffline === true || now < at || now - at > PATIENCE_MS
