import { STUDY_LIST_REFRESH_MS } from '#domain/time/intervals.ts'
import type { Link } from '../link/link.ts'
import { succeeds } from './succeeds.ts'
import { pause, type WakeSignal } from './wake-signal.ts'

/** Minimum time between two rounds: an active feed wakes this loop constantly. */
const ROUND_PAUSE_MS = 5_000

export interface PriorsPorts {
  /** Fetches the prior studies of the reading list to this device. */
  renew: (signal: AbortSignal) => Promise<void>
  link: Pick<Link, 'state'>
  onError: (error: unknown) => void
}

/** Refreshes the prior studies at each wake-up and every 2 minutes, one round at a time, until `signal` aborts. */
export async function keepPriorsAhead(
  { renew, link, onError }: PriorsPorts,
  wakeSignal: WakeSignal,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await wakeSignal.wait(STUDY_LIST_REFRESH_MS, signal)
    if (!signal.aborted && link.state().online) await succeeds(renew(signal), onError)
    await pause(ROUND_PAUSE_MS, signal)
  }
}
