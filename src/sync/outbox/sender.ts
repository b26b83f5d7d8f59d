import type { Databases } from '#src/db/open-databases.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import type { Caller } from '../api/caller.ts'
import { type Bell, createBell, pause } from '../leader/bell.ts'
import { claimBatch, DeposedError, takeFence } from './claim.ts'
import { deliver } from './deliver.ts'
import { studyIdOf } from './queued-call.ts'
import { type SettlePorts, settleOutcome } from './settle.ts'

/** Batches on their way at the same time (SYNC.md "Outbox"). */
const FLIGHTS_MAX = 4
/** The queue is looked at this often even if nobody says that there is something: a lost wake-up costs seconds. */
const WATCHDOG_MS = 10_000
const AFTER_ERROR_MS = 2_000

export interface SenderPorts extends SettlePorts {
  call: Caller
  deviceId: string
  /** False while the server cannot be reached: the link looks for it, the queue keeps still. */
  isOnline: () => boolean
  /** Told which studies changed on the server by what was delivered. */
  onDelivered?: (studies: string[]) => void
  /** Told of what should never happen; the queue goes on. */
  onError?: (error: unknown) => void
  /** Sends the files that wait, ahead of what names them; answers whether any went. */
  sendFiles?: () => Promise<boolean>
}

export interface Sender {
  /** Says that something may be sent now. */
  wake: () => void
  /** Sends until `signal` aborts or another page takes over; what is on its way is settled before it ends. */
  run: (signal: AbortSignal) => Promise<void>
}

/** The one who delivers the outbox; it runs in one page at a time (leader/). */
export function createSender(databases: Databases, ports: SenderPorts): Sender {
  const bell = createBell()

  async function fly(rows: OutboxRow[], signal: AbortSignal): Promise<void> {
    const batch = await databases.outbox.openAll(rows)
    const call: Caller = (target, input) => ports.call(target, input, { signal })
    const delivered = await deliver(call, ports.deviceId, batch)
    for (const { command, outcome } of delivered) await settleOutcome(databases, ports, command, outcome)
    const acked = delivered.filter(({ outcome }) => outcome.kind === 'acked')
    if (acked.length > 0) ports.onDelivered?.([...new Set(acked.map(({ command }) => studyIdOf(command)))])
  }

  async function run(signal: AbortSignal): Promise<void> {
    const fence = await takeFence(databases.work)
    const flights = new Set<Promise<void>>()
    const inFlight = new Set<string>()
    const depart = (rows: OutboxRow[]) => {
      for (const { id } of rows) inFlight.add(id)
      const flight = fly(rows, signal)
        // What came of it could not be written, on a full disk for instance: it is sent again, but not at once.
        .catch((error: unknown) => {
          ports.onError?.(error)
          return pause(AFTER_ERROR_MS, signal)
        })
        .finally(() => {
          flights.delete(flight)
          for (const { id } of rows) inFlight.delete(id)
          bell.ring()
        })
      flights.add(flight)
    }
    while (!signal.aborted) {
      if (ports.isOnline()) void sendFiles(ports, bell)
      const canDepart = ports.isOnline() && flights.size < FLIGHTS_MAX
      const { rows, nextAt } = canDepart
        ? await claimBatch(databases.work, fence, ports.now(), inFlight)
        : NOTHING
      if (rows.length > 0) depart(rows)
      else await bell.wait(untilNext(nextAt, ports.now()), signal)
    }
    await Promise.allSettled(flights)
  }

  return {
    wake: bell.ring,
    run: async (signal) => {
      try {
        await run(signal)
      } catch (error) {
        if (!isDeposed(error)) throw error
      }
    },
  }
}

// Beside the commands: a large picture on a slow line delays nothing but the text that names it.
async function sendFiles({ sendFiles: send, onError }: SenderPorts, bell: Bell): Promise<void> {
  try {
    if (await send?.()) bell.ring()
  } catch (error) {
    onError?.(error)
  }
}

const NOTHING = { rows: [] as OutboxRow[], nextAt: undefined }

const untilNext = (nextAt: number | undefined, now: number) =>
  nextAt === undefined ? WATCHDOG_MS : Math.min(WATCHDOG_MS, Math.max(0, nextAt - now))

// What is thrown inside a transaction comes out as it is, or wrapped by the database library.
function isDeposed(error: unknown): boolean {
  return (
    error instanceof DeposedError ||
    (error instanceof Error && 'inner' in error && error.inner instanceof DeposedError)
  )
}
