import type { OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import { createFilesAhead } from '#src/sync/files/files-ahead.ts'
import type { FilesSent } from '#src/sync/files/send-files.ts'
import { createWakeSignal, pause } from '#src/sync/leader/wake-signal.ts'
import { claimBatch, LostLeadershipError, takeFence } from './claim.ts'
import type { DeliveryTransport } from './transport.ts'

/** Batches in flight at the same time (docs/sync.md#outbox). */
const IN_FLIGHT_MAX = 4
/** Maximum time between reads of the queue, so that a lost wake-up costs only seconds. */
const LOOK_MS = 10_000
const AFTER_ERROR_MS = 2_000
/** How long a stopping sender waits for its batches in flight. */
const SETTLE_MS = 2_000

export interface SenderPorts {
  now: () => number
  random: () => number
  /** False while the server cannot be reached: nothing is sent until the link sees a reason to try. */
  isWorthTrying: () => boolean
  /** Receives unexpected errors; sending goes on. */
  onError?: (error: unknown) => void
  /** Sends waiting files ahead of the commands that name them. */
  sendFiles?: (() => Promise<FilesSent>) | undefined
}

export interface Sender {
  /** Tells the sender that there may be something to send. */
  wake: () => void
  /** Sends until `signal` aborts or another page takes over; waits for its batches in flight before it returns. */
  run: (signal: AbortSignal) => Promise<void>
  /** Sends what can be sent now, then returns; also returns when a batch made no progress. */
  drain: (signal: AbortSignal) => Promise<void>
  /** Aborts requests in flight after a network change; their commands are sent again. */
  abortInFlight: () => void
  /** Grows with every batch that is sent or settled; the watchdog reads it as progress. */
  moves: () => number
  /** Number of batches in flight. */
  inFlight: () => number
}

/** Creates the sender that delivers the outbox by `transport`. At most one runs per user, in any page or worker. */
export function createSender(work: WorkDatabase, transport: DeliveryTransport, ports: SenderPorts): Sender {
  const wakeSignal = createWakeSignal()
  const { sendFiles, ...world } = ports
  const sendAhead = sendFiles && createFilesAhead({ ...world, send: sendFiles }, wakeSignal)
  let moves = 0
  let inFlightCount = 0
  let inFlightAbort = new AbortController()

  async function sendUntilStopped(signal: AbortSignal, isOnce: boolean): Promise<void> {
    const fence = await takeFence(work)
    const inFlight = new Set<Promise<void>>()
    const inFlightRows = new Map<string, OutboxRow>()
    const progress = { isStuck: false }
    const startSending = (rows: OutboxRow[]) => {
      for (const row of rows) inFlightRows.set(row.id, row)
      moves += 1
      inFlightCount += 1
      const sending = send(rows, signal).then((isMoving) => {
        progress.isStuck ||= !isMoving
        moves += 1
        inFlightCount -= 1
        inFlight.delete(sending)
        for (const { id } of rows) inFlightRows.delete(id)
        wakeSignal.wake()
      })
      inFlight.add(sending)
    }
    while (!signal.aborted) {
      if (isOnce && progress.isStuck) break
      if (ports.isWorthTrying()) void sendAhead?.(signal)
      const canSend = ports.isWorthTrying() && inFlight.size < IN_FLIGHT_MAX
      const { rows, nextAt } = canSend
        ? await claimBatch(work, fence, ports.now(), inFlightRows, transport.carries)
        : NOTHING
      if (rows.length > 0) startSending(rows)
      else if (isOnce && inFlight.size === 0) break
      else await wakeSignal.wait(untilNext(nextAt, ports.now()), signal)
    }
    await waitUntilSettled(inFlight)
  }

  /** Returns whether the batch made progress: a command was acknowledged or refused. */
  async function send(rows: OutboxRow[], signal: AbortSignal): Promise<boolean> {
    try {
      const outcomes = await transport.deliver(rows, AbortSignal.any([signal, inFlightAbort.signal]))
      return outcomes.some(({ kind }) => kind === 'acked' || kind === 'parked')
    } catch (error) {
      if (signal.aborted) return false
      // The outcome could not be written, for instance because the disk is full: send again, but not at once.
      ports.onError?.(error)
      await pause(AFTER_ERROR_MS, signal)
      return false
    }
  }

  async function untilLeadershipLost(signal: AbortSignal, isOnce: boolean): Promise<void> {
    try {
      await sendUntilStopped(signal, isOnce)
    } catch (error) {
      if (!isLeadershipLost(error)) throw error
    }
  }

  return {
    wake: wakeSignal.wake,
    run: (signal) => untilLeadershipLost(signal, false),
    drain: (signal) => untilLeadershipLost(signal, true),
    abortInFlight: () => {
      inFlightAbort.abort()
      inFlightAbort = new AbortController()
    },
    moves: () => moves,
    inFlight: () => inFlightCount,
  }
}

async function waitUntilSettled(inFlight: ReadonlySet<Promise<void>>): Promise<void> {
  const all = new AbortController()
  const settling = Promise.allSettled(inFlight).then(() => all.abort())
  await Promise.race([settling, pause(SETTLE_MS, all.signal)])
}

const NOTHING = { rows: [] as OutboxRow[], nextAt: undefined }

const untilNext = (nextAt: number | undefined, now: number) =>
  nextAt === undefined ? LOOK_MS : Math.min(LOOK_MS, Math.max(0, nextAt - now))

// Dexie may wrap an error that is thrown inside a transaction.
function isLeadershipLost(error: unknown): boolean {
  return (
    error instanceof LostLeadershipError ||
    (error instanceof Error && 'inner' in error && error.inner instanceof LostLeadershipError)
  )
}
