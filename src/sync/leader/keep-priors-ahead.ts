import { STUDY_LIST_REFRESH_MS } from '#domain/time/intervals.ts'
import type { Link } from '../link/link.ts'
import { succeeds } from './succeeds.ts'
import { pause, type WakeSignal } from './wake-signal.ts'

/** Between two rounds there is at least so much time: a feed in motion wakes again and again. */
const ROUND_PAUSE_MS = 5_000

export interface PriorsPorts {
  /** Brings the former studies of what is to be read onto this device. */
  renew: (signal: AbortSignal) => Promise<void>
  link: Pick<Link, 'state'>
  onError: (error: unknown) => void
}

/** Renews the former studies at each wake-up and every 2 minutes, one round after another, until `signal` aborts. */
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
