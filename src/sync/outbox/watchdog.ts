import type { WorkDatabase } from '#src/db/work-database.ts'
import { pause } from '../leader/wake-signal.ts'
import { findSendable, NONE_IN_FLIGHT } from './find-sendable.ts'
import type { Sender } from './sender.ts'

/** The watch looks this often. */
const WATCH_MS = 10_000
/** So many looks in a row without a move: 30 s with nothing on its way, twice that while a try may be under way. */
const LOOKS_AT_REST = 3
const LOOKS_UNDER_WAY = 6

/** What could be sent was not, for too long: the sender stood still. */
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
 * Returns true as soon as the sender stands still although something could be sent, false when `signal` aborts. It
 * counts its own looks and no clock: a machine that slept, or whose time was set, accuses nobody. A database that does
 * not answer counts as standing still too.
 */
export async function noticesStandstill(
  work: WorkDatabase,
  { sender, now, isOnline }: WatchdogPorts,
  signal: AbortSignal,
): Promise<boolean> {
  let looks = 0
  let before = sender.moves()
  while (!signal.aborted) {
    // Heard at once: a question that failed while the watch rests would be nobody's.
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

// It had the whole pause to answer.
const soonest = (answer: Promise<boolean>) =>
  Promise.race([answer, new Promise<boolean>((resolve) => setTimeout(resolve, 0, true))])
