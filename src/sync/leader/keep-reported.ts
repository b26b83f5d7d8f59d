import { STUDY_LIST_REFRESH_MS } from '#domain/time/intervals.ts'
import type { Link } from '../link/link.ts'
import { succeeds } from './succeeds.ts'
import { pause, type WakeSignal } from './wake-signal.ts'

/** Minimum time between two reports to the server. */
const REPORT_PAUSE_MS = 30_000

export interface ReportPorts {
  /** Reports the state of this device to the server. */
  report: () => Promise<void>
  link: Pick<Link, 'state'>
  onError: (error: unknown) => void
  /** Calls `tell` whenever the queue changes; returns the unsubscribe function. */
  onQueueWritten: (tell: () => void) => () => void
}

/**
 * Reports this device to the server at once, at each wake-up, whenever the queue changes and every 2 minutes, but at
 * most every 30 s. Returns when `signal` aborts.
 */
export async function keepReported(
  { report, link, onError, onQueueWritten }: ReportPorts,
  wakeSignal: WakeSignal,
  signal: AbortSignal,
): Promise<void> {
  const stopHearing = onQueueWritten(wakeSignal.wake)
  wakeSignal.wake()
  while (!signal.aborted) {
    await wakeSignal.wait(STUDY_LIST_REFRESH_MS, signal)
    if (!signal.aborted && link.state().online) await succeeds(report(), onError)
    await pause(REPORT_PAUSE_MS, signal)
  }
  stopHearing()
}
