import { Subscription } from 'rxjs'
import { onWritten } from '#src/db/on-written.ts'
import type { WorkDatabase } from '#src/db/work-database.ts'
import type { Link } from '../link/link.ts'
import type { Sender } from '../outbox/sender.ts'
import { noticesStandstill, SenderStuckError } from '../outbox/watchdog.ts'
import type { Puller } from '../pull/puller.ts'
import { type Poke, readStream, type StreamPorts } from '../pull/stream.ts'
import { keepRepaired } from '../repair/keep-repaired.ts'
import type { Repairer } from '../repair/repairer.ts'
import { keepOrphansQueued } from './keep-orphans-queued.ts'
import { keepPriorsAhead } from './keep-priors-ahead.ts'
import { keepPulled } from './keep-pulled.ts'
import { keepReported } from './keep-reported.ts'
import { createWakeSignal, pause, type WakeSignal } from './wake-signal.ts'

/** A stream that broke is opened again within this long; drawn anew each time, so that not all devices come at once. */
const REOPEN_STREAM_MS = 3_000

export interface LeaderLoopPorts {
  work: WorkDatabase
  sender: Sender
  /** Queues the texts of pages that are gone; absent where no page is known to be gone. */
  queueOrphans?: (() => Promise<number>) | undefined
  puller: Puller
  /** Compares and mends the copies; absent where there are none to compare. */
  repairer?: Repairer | undefined
  link: Link
  stream: Omit<StreamPorts, 'onPoke'>
  /** Brings the former studies of what is to be read onto this device; absent where nobody reads here. */
  renewPriors?: ((signal: AbortSignal) => Promise<void>) | undefined
  /** Tells the server how it stands with this device; absent where it has nothing to tell. */
  report?: (() => Promise<void>) | undefined
  now: () => number
  random: () => number
  onError: (error: unknown) => void
}

/**
 * What one page does for all pages of the user: it sends, pulls at each poke, at reconnect and every 2 minutes, compares
 * the copies with the server and mends them, brings former studies, and listens to the stream. Ends when `stop` aborts, or when another page
 * became the sender.
 */
export async function runLeaderLoops(
  ports: LeaderLoopPorts,
  pullSignal: WakeSignal,
  stop: AbortSignal,
): Promise<void> {
  const term = new AbortController()
  const signal = AbortSignal.any([stop, term.signal])
  const endTerm = () => term.abort()
  const streamSignal = createWakeSignal()
  const contactSignal = createWakeSignal()
  const repairSignal = createWakeSignal()
  const priorSignal = createWakeSignal()
  const pulled = {
    wake: () => {
      contactSignal.wake()
      priorSignal.wake()
    },
  }
  const { report, work, queueOrphans, renewPriors: renew } = ports
  const onQueueWritten = (tell: () => void) => onWritten(work.outbox, tell)
  const wiring = new Subscription()
  wiring.add(
    ports.link.state$.subscribe(({ online }) => {
      if (!online) return
      pullSignal.wake()
      streamSignal.wake()
      repairSignal.wake()
    }),
  )
  try {
    await endsInTime(
      Promise.all([
        ports.sender.run(signal).finally(endTerm),
        watchSender(ports, signal).finally(endTerm),
        queueOrphans && keepOrphansQueued({ ...ports, queueOrphans }, signal),
        keepPulled(ports, pullSignal, pulled, signal),
        ports.repairer && keepRepaired({ ...ports, repairer: ports.repairer }, repairSignal, signal),
        renew && keepPriorsAhead({ ...ports, renew }, priorSignal, signal),
        report && keepReported({ ...ports, report, onQueueWritten }, contactSignal, signal),
        keepListening(ports, pullSignal, streamSignal, signal),
      ]),
      signal,
    )
  } finally {
    endTerm()
    wiring.unsubscribe()
  }
}

/** A term that ended is left after this long, whatever of it still waits: for a key, a database, a dead connection. */
const LEAVE_MS = 2_500

// What wakes up later finds that another sender took over (outbox/claim.ts), or ends with its signal.
async function endsInTime(loops: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const left = Promise.withResolvers<void>()
  const leave = () => void pause(LEAVE_MS, new AbortController().signal).then(left.resolve)
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
  await Promise.race([loops, left.promise])
  loops.catch(() => undefined)
}

/** Ends the term of a sender that stands still; the next one begins at once, with a new fencing number. */
async function watchSender(
  { work, sender, link, now, onError }: LeaderLoopPorts,
  signal: AbortSignal,
): Promise<void> {
  const isOnline = () => link.state().online
  if (await noticesStandstill(work, { sender, now, isOnline }, signal)) onError(new SenderStuckError())
}

async function keepListening(
  { stream, link, puller, random }: LeaderLoopPorts,
  pullSignal: WakeSignal,
  wakeSignal: WakeSignal,
  signal: AbortSignal,
): Promise<void> {
  const onPoke = (poke?: Poke) => {
    // Of the own changes the device knows by their answers: it has pulled them when their poke comes.
    if (!poke || !puller.hasReached(poke.pos)) pullSignal.wake()
  }
  while (!signal.aborted) {
    // How it ended says nothing that the link does not find out by itself.
    if (link.state().online) await readStream({ ...stream, onPoke }, signal).catch(() => link.look())
    await wakeSignal.wait(REOPEN_STREAM_MS * (0.5 + random() / 2), signal)
  }
}
