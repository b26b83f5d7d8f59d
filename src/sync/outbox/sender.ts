import type { OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import { createFilesAhead } from '../files/files-ahead.ts'
import type { FilesSent } from '../files/send-files.ts'
import { createBell, pause } from '../leader/bell.ts'
import { claimBatch, DeposedError, takeFence } from './claim.ts'
import type { DeliveryLane } from './lane-of-delivery.ts'

/** Batches on their way at the same time (docs/sync.md#outbox). */
const FLIGHTS_MAX = 4
/** The queue is looked at this often even if nobody says that there is something: a lost wake-up costs seconds. */
const LOOK_MS = 10_000
const AFTER_ERROR_MS = 2_000
/** What is on its way when the sender stops is waited for so long. */
const LANDING_MS = 2_000

export interface SenderPorts {
  now: () => number
  random: () => number
  /** False while the server cannot be reached: the link looks for it, the queue keeps still. */
  isOnline: () => boolean
  /** Told of what should never happen; the queue goes on. */
  onError?: (error: unknown) => void
  /** Sends the files that wait, ahead of what names them. */
  sendFiles?: (() => Promise<FilesSent>) | undefined
}

export interface Sender {
  /** Says that something may be sent now. */
  wake: () => void
  /** Sends until `signal` aborts or another page takes over; what is on its way is settled before it ends. */
  run: (signal: AbortSignal) => Promise<void>
  /** Sends what can be sent now and ends; also where a batch brought nothing further. */
  drain: (signal: AbortSignal) => Promise<void>
  /** Gives up on the answers that are still awaited: the network that they should come by is gone. They are asked for anew. */
  dropFlights: () => void
  /** Grows with every batch that departs or lands: who watches sees by it that something happens. */
  moves: () => number
  /** Batches on their way. */
  flights: () => number
}

/** The one who delivers the outbox by `lane`; one at a time for each user, in whatever page or worker. */
export function createSender(work: WorkDatabase, lane: DeliveryLane, ports: SenderPorts): Sender {
  const bell = createBell()
  const { sendFiles, ...world } = ports
  const sendAhead = sendFiles && createFilesAhead({ ...world, send: sendFiles }, bell)
  let moves = 0
  let underWay = 0
  let airspace = new AbortController()

  async function term(signal: AbortSignal, isOnce: boolean): Promise<void> {
    const fence = await takeFence(work)
    const flights = new Set<Promise<void>>()
    const flying = new Map<string, OutboxRow>()
    const progress = { isStuck: false }
    const depart = (rows: OutboxRow[]) => {
      for (const row of rows) flying.set(row.id, row)
      moves += 1
      underWay += 1
      const flight = fly(rows, signal).then((isMoving) => {
        progress.isStuck ||= !isMoving
        moves += 1
        underWay -= 1
        flights.delete(flight)
        for (const { id } of rows) flying.delete(id)
        bell.ring()
      })
      flights.add(flight)
    }
    while (!signal.aborted) {
      if (isOnce && progress.isStuck) break
      if (ports.isOnline()) void sendAhead?.(signal)
      const canDepart = ports.isOnline() && flights.size < FLIGHTS_MAX
      const { rows, nextAt } = canDepart
        ? await claimBatch(work, fence, ports.now(), flying, lane.carries)
        : NOTHING
      if (rows.length > 0) depart(rows)
      else if (isOnce && flights.size === 0) break
      else await bell.wait(untilNext(nextAt, ports.now()), signal)
    }
    await landed(flights)
  }

  /** Returns whether the batch brought anything further. */
  async function fly(rows: OutboxRow[], signal: AbortSignal): Promise<boolean> {
    try {
      const outcomes = await lane.deliver(rows, AbortSignal.any([signal, airspace.signal]))
      return outcomes.some(({ kind }) => kind === 'acked' || kind === 'parked')
    } catch (error) {
      if (signal.aborted) return false
      // What came of it could not be written, on a full disk for instance: it is sent again, but not at once.
      ports.onError?.(error)
      await pause(AFTER_ERROR_MS, signal)
      return false
    }
  }

  async function untilDeposed(signal: AbortSignal, isOnce: boolean): Promise<void> {
    try {
      await term(signal, isOnce)
    } catch (error) {
      if (!isDeposed(error)) throw error
    }
  }

  return {
    wake: bell.ring,
    run: (signal) => untilDeposed(signal, false),
    drain: (signal) => untilDeposed(signal, true),
    dropFlights: () => {
      airspace.abort()
      airspace = new AbortController()
    },
    moves: () => moves,
    flights: () => underWay,
  }
}

async function landed(flights: ReadonlySet<Promise<void>>): Promise<void> {
  const all = new AbortController()
  const landing = Promise.allSettled(flights).then(() => all.abort())
  await Promise.race([landing, pause(LANDING_MS, all.signal)])
}

const NOTHING = { rows: [] as OutboxRow[], nextAt: undefined }

const untilNext = (nextAt: number | undefined, now: number) =>
  nextAt === undefined ? LOOK_MS : Math.min(LOOK_MS, Math.max(0, nextAt - now))

// What is thrown inside a transaction comes out as it is, or wrapped by the database library.
function isDeposed(error: unknown): boolean {
  return (
    error instanceof DeposedError ||
    (error instanceof Error && 'inner' in error && error.inner instanceof DeposedError)
  )
}
