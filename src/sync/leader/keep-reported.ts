import { STUDY_LIST_REFRESH_MS } from '#domain/time/intervals.ts'
import type { Link } from '../link/link.ts'
import { type Bell, pause } from './bell.ts'
import { succeeds } from './succeeds.ts'

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
 * Tells the server of this device at once, at each ring of `bell`, whenever the queue changed and every 2 minutes, but at
 * most every 30 s; until `signal` aborts.
 */
export async function keepReported(
  { report, link, onError, onQueueWritten }: ReportPorts,
  bell: Bell,
  signal: AbortSignal,
): Promise<void> {
  const stopHearing = onQueueWritten(bell.ring)
  bell.ring()
  while (!signal.aborted) {
    await bell.wait(STUDY_LIST_REFRESH_MS, signal)
    if (!signal.aborted && link.state().online) await succeeds(report(), onError)
    await pause(REPORT_PAUSE_MS, signal)
  }
  stopHearing()
}
