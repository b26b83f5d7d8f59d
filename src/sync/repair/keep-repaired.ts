import { OfflineError } from '../api/errors.ts'
import { pause, type WakeSignal } from '../leader/wake-signal.ts'
import type { Link } from '../link/link.ts'
import type { Sender } from '../outbox/send/sender.ts'
import type { Repairer } from './repairer.ts'

/** The copies are compared with the server this often (docs/sync.md#on-the-server). */
const COMPARE_EVERY_MS = 10 * 60_000
/** Maximum delay after a reconnect, and at least a third of it: waiting commands go first. */
const COMPARE_AFTER_MS = 18_000

export interface RepairPorts {
  repairer: Repairer
  /** While batches are in flight, the comparison waits. */
  sender: Pick<Sender, 'inFlight'>
  link: Link
  random: () => number
  onError: (error: unknown) => void
}

/** Compares the copies and repairs them at each wake-up (a reconnect) and every 10 minutes, until `signal` aborts. */
export async function keepRepaired(
  { repairer, sender, link, random, onError }: RepairPorts,
  wakeSignal: WakeSignal,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // Random each time, so that the devices of one site do not compare together after an outage.
    await pause(COMPARE_AFTER_MS * (1 / 3 + (random() * 2) / 3), signal)
    await untilSent(sender, signal)
    if (link.state().online && !signal.aborted)
      await repairer.run(signal).catch((error: unknown) => {
        // The link monitors the network, and the next run follows.
        if (!(error instanceof OfflineError) && !signal.aborted) onError(error)
      })
    await wakeSignal.wait(COMPARE_EVERY_MS, signal)
  }
}

/** Maximum time that a queue that never empties delays the comparison. */
const SENT_MAX_MS = 60_000
const SENT_LOOK_MS = 500

// The comparison reads every copy: in parallel with a long queue, both would take longer.
async function untilSent(sender: Pick<Sender, 'inFlight'>, signal: AbortSignal): Promise<void> {
  for (let looks = SENT_MAX_MS / SENT_LOOK_MS; looks > 0 && sender.inFlight() > 0 && !signal.aborted; looks--)
    await pause(SENT_LOOK_MS, signal)
}
