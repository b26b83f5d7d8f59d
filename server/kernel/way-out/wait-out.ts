import { setTimeout as wait } from 'node:timers/promises'

/**
 * Waits until `ms` after `began` (of performance.now()), so that a port that refuses at once takes as long as a silent
 * one. Ends early if nobody waits any more.
 */
export async function waitOut(began: number, ms: number, signal: AbortSignal): Promise<void> {
  const left = began + ms - performance.now()
  if (left > 0) await wait(left, undefined, { signal }).catch(() => undefined)
}
