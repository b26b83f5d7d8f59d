import { OfflineError } from '../api/errors.ts'
import { pause, type WakeSignal } from '../leader/wake-signal.ts'
import type { Link } from '../link/link.ts'
import type { Sender } from '../outbox/sender.ts'
import type { Repairer } from './repairer.ts'

/** The copies are compared with the server this often (docs/sync.md#on-the-server). */
const COMPARE_EVERY_MS = 10 * 60_000
/** After a reconnect it is begun within this long and not before a third of it: what waits to be sent goes first. */
const COMPARE_AFTER_MS = 18_000

export interface RepairPorts {
  repairer: Repairer
  /** Batches on their way: while there are any, the comparison waits for its turn. */
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
    // Drawn anew, so that a house that comes back does not compare as one.
    await pause(COMPARE_AFTER_MS * (1 / 3 + (random() * 2) / 3), signal)
    await untilSent(sender, signal)
    if (link.state().online && !signal.aborted)
      await repairer.run(signal).catch((error: unknown) => {
        // The network is looked after elsewhere, and the next run comes.
        if (!(error instanceof OfflineError) && !signal.aborted) onError(error)
      })
    await wakeSignal.wait(COMPARE_EVERY_MS, signal)
  }
}

/** A queue that does not get empty keeps the comparison waiting no longer than this. */
const SENT_MAX_MS = 60_000
const SENT_LOOK_MS = 500

// It reads every copy: beside a long queue on its way both would take longer.
async function untilSent(sender: Pick<Sender, 'inFlight'>, signal: AbortSignal): Promise<void> {
  for (let looks = SENT_MAX_MS / SENT_LOOK_MS; looks > 0 && sender.inFlight() > 0 && !signal.aborted; looks--)
    await pause(SENT_LOOK_MS, signal)
}
