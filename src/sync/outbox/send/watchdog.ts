import type { WorkDatabase } from '#src/db/work-database.ts'
import { pause } from '#src/sync/leader/wake-signal.ts'
import { findSendable, NONE_IN_FLIGHT } from './find-sendable.ts'
import type { Sender } from './sender.ts'

/** Interval between checks. */
const WATCH_MS = 10_000
/** Number of checks in a row without progress: 30 s with nothing in flight, twice that if a try may be under way. */
const LOOKS_AT_REST = 3
const LOOKS_UNDER_WAY = 6

/** Sendable commands were not sent for too long: the sender was stuck. */
export class SenderStuckError extends Error {
  constructor() {
    super('The queue stood still although it could be sent; its sender was started anew')
    this.name = 'SenderStuckError'
  }
}

export interface WatchdogPorts {
  sender: Pick<Sender, 'moves' | 'inFlight'>
  now: () => number
  isOnline: () => boolean
}

/**
 * Returns true as soon as the sender makes no progress although something could be sent, false when `signal` aborts.
 * Counts its own checks instead of clock time: a machine that slept, or whose time was set, causes no false alarm. A
 * database that does not answer counts as no progress too.
 */
export async function noticesStandstill(
  work: WorkDatabase,
  { sender, now, isOnline }: WatchdogPorts,
  signal: AbortSignal,
): Promise<boolean> {
  let looks = 0
  let before = sender.moves()
  while (!signal.aborted) {
    // Catch at once: a rejection during the pause would be unhandled.
    const hasWork = hasSendable(work, now).catch(() => true)
    await pause(WATCH_MS, signal)
    const moves = sender.moves()
    const isResting = moves === before && isOnline() && (await soonest(hasWork))
    looks = isResting ? looks + 1 : 0
    before = moves
    if (looks >= (sender.inFlight() > 0 ? LOOKS_UNDER_WAY : LOOKS_AT_REST)) return !signal.aborted
  }
  return false
}

async function hasSendable(work: WorkDatabase, now: () => number): Promise<boolean> {
  return (await findSendable(work, now(), NONE_IN_FLIGHT)).rows.length > 0
}

// The query had the whole pause to finish.
const soonest = (answer: Promise<boolean>) =>
  Promise.race([answer, new Promise<boolean>((resolve) => setTimeout(resolve, 0, true))])
