import { STUDY_LIST_REFRESH_MS } from '#domain/time/intervals.ts'
import type { Link } from '../link/link.ts'
import type { Sender } from '../outbox/send/sender.ts'
import { waitAfterErrorMs } from '../outbox/settle/outcome.ts'
import type { Puller } from '../pull/puller.ts'
import { succeeds } from './succeeds.ts'
import { pause, type WakeSignal } from './wake-signal.ts'

/** Maximum delay before a failed pull is retried while the server can be reached; the first retries come sooner. */
const RETRY_PULL_MS = 10_000
/** Maximum delay of a pull while several batches are in flight: most of its rows would be their echo. */
const CALM_MAX_MS = 5_000
const CALM_LOOK_MS = 100
/** When the server is back, the time that waiting commands get to leave before the first pull. */
const AFTER_RETURN_MS = 200

export interface PullPorts {
  puller: Pick<Puller, 'pull'>
  sender: Pick<Sender, 'inFlight'>
  link: Pick<Link, 'state' | 'state$'>
  random: () => number
  onError: (error: unknown) => void
}

/**
 * Pulls at each wake-up and every 2 minutes, until `signal` aborts, and wakes `contactSignal` after each pull. Sending
 * comes first: a pull waits a while for a long queue.
 */
export async function keepPulled(
  { puller, sender, link, random, onError }: PullPorts,
  wakeSignal: WakeSignal,
  contactSignal: Pick<WakeSignal, 'wake'>,
  signal: AbortSignal,
): Promise<void> {
  let isBack = false
  let failures = 0
  let retryMs = RETRY_PULL_MS
  const onFailure = (error: unknown) => {
    failures += 1
    retryMs = Math.min(RETRY_PULL_MS, waitAfterErrorMs(error, failures, random()))
    onError(error)
  }
  const returns = link.state$.subscribe(({ online }) => {
    isBack ||= online
  })
  while (!signal.aborted) {
    isBack = false
    retryMs = RETRY_PULL_MS
    const isDone = link.state().online && (await succeeds(puller.pull(), onFailure))
    if (isDone) {
      failures = 0
      contactSignal.wake()
    }
    await wakeSignal.wait(isDone ? STUDY_LIST_REFRESH_MS : retryMs, signal)
    if (isBack) await pause(AFTER_RETURN_MS, signal)
    await untilCalm(sender, signal)
  }
  returns.unsubscribe()
}

async function untilCalm(sender: Pick<Sender, 'inFlight'>, signal: AbortSignal): Promise<void> {
  for (let looks = CALM_MAX_MS / CALM_LOOK_MS; looks > 0 && sender.inFlight() > 1; looks--)
    await pause(CALM_LOOK_MS, signal)
}
