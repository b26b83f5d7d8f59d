import type { OutboxRow } from '#src/db/work-database.ts'

/** How long a person waits for an answer that usually is there within a moment; then the app goes on without it. */
export const PATIENCE_MS = 6_000

/**
 * True from the moment on which the app went on without the server's answer, whatever the line was at the click: then
 * nobody stands at the form any more whom a refusal could ask. `now` is by the clock of `at`, in milliseconds; one that
 * was set back says nothing about how long it is ago.
 */
export const countsAsOffline = (
  { isOffline, at }: Pick<OutboxRow, 'isOffline' | 'at'>,
  now: number,
): boolean => isOffline === true || now < at || now - at > PATIENCE_MS
