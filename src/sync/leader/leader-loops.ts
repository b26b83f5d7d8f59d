import { Subscription } from 'rxjs'
import { onWritten } from '#src/db/on-written.ts'
import type { WorkDatabase } from '#src/db/work-database.ts'
import type { Link } from '../link/link.ts'
import type { Sender } from '../outbox/send/sender.ts'
import { noticesStandstill, SenderStuckError } from '../outbox/send/watchdog.ts'
import type { Puller } from '../pull/puller.ts'
import { type Poke, readStream, type StreamPorts } from '../pull/stream.ts'
import { keepRepaired } from '../repair/keep-repaired.ts'
import type { Repairer } from '../repair/repairer.ts'
import { keepOrphansQueued } from './keep-orphans-queued.ts'
import { keepPriorsAhead } from './keep-priors-ahead.ts'
import { keepPulled } from './keep-pulled.ts'
import { keepReported } from './keep-reported.ts'
import { createWakeSignal, pause, type WakeSignal } from './wake-signal.ts'

/** Maximum delay before a broken stream is reopened; random each time, so that devices do not return together. */
const REOPEN_STREAM_MS = 3_000

export interface LeaderLoopPorts {
  work: WorkDatabase
  sender: Sender
  /** Queues the texts of closed pages; absent if no page is known to be closed. */
  queueOrphans?: (() => Promise<number>) | undefined
  puller: Puller
  /** Compares and repairs the copies; absent if there are none. */
  repairer?: Repairer | undefined
  link: Link
  stream: Omit<StreamPorts, 'onPoke'>
  /** Fetches the prior studies of the reading list to this device; absent if nobody reads here. */
  renewPriors?: ((signal: AbortSignal) => Promise<void>) | undefined
  /** Reports the state of this device to the server; absent if it has nothing to report. */
  report?: (() => Promise<void>) | undefined
  now: () => number
  random: () => number
  onError: (error: unknown) => void
}

/**
 * The loops that one page runs for all pages of the user: it sends, pulls at each poke, at reconnect and every 2
 * minutes, compares the copies with the server and repairs them, fetches prior studies, and listens to the stream. Ends
 * when `stop` aborts, or when another page became the sender.
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

/** A finished term is left after this time, even if parts still wait for a key, a database or a dead connection. */
const LEAVE_MS = 2_500

// A part that wakes up later finds that another sender took over (outbox/claim.ts), or ends with its signal.
async function endsInTime(loops: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const left = Promise.withResolvers<void>()
  const leave = () => void pause(LEAVE_MS, new AbortController().signal).then(left.resolve)
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
  await Promise.race([loops, left.promise])
  loops.catch(() => undefined)
}

/** Ends the term of a stuck sender; the next one starts at once, with a new fencing number. */
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
    // The device knows its own changes from their answers: it has pulled them when their poke arrives.
    if (!poke || !puller.hasReached(poke.pos)) pullSignal.wake()
  }
  while (!signal.aborted) {
    // The reason does not matter: the link detects by itself whether the server can be reached.
    if (link.state().online) await readStream({ ...stream, onPoke }, signal).catch(() => link.look())
    await wakeSignal.wait(REOPEN_STREAM_MS * (0.5 + random() / 2), signal)
  }
}
