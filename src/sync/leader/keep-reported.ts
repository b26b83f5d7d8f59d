import { STUDY_LIST_REFRESH_MS } from '#domain/time/intervals.ts'
import type { Link } from '../link/link.ts'
import { succeeds } from './succeeds.ts'
import { pause, type WakeSignal } from './wake-signal.ts'

/** The server is told of this device at most this often. */
const REPORT_PAUSE_MS = 30_000

export interface ReportPorts {
  /** Tells the server how it stands with this device. */
  report: () => Promise<void>
  link: Pick<Link, 'state'>
  onError: (error: unknown) => void
  /** Calls `tell` whenever the queue changed; returns what stops that. */
  onQueueWritten: (tell: () => void) => () => void
}

/**
 * Reports this device to the server at once, at each wake-up, whenever the queue changes and every 2 minutes, but at most
 * every 30 s. Returns when `signal` aborts.
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
