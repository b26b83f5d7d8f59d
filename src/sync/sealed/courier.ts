import { merge, type Observable, tap, timer } from 'rxjs'
import { type VaultTerms, WorkDatabase } from '#src/db/work-database.ts'
import type { Caller } from '../api/caller.ts'
import type { Locks } from '../leader/leader.ts'
import { pause } from '../leader/wake-signal.ts'
import { findSendable, NONE_IN_FLIGHT } from '../outbox/send/find-sendable.ts'
import { createSender } from '../outbox/send/sender.ts'
import { waitAfterLossMs } from '../outbox/settle/outcome.ts'
import { forgetBackoffs } from '../outbox/settle/prune-acked.ts'
import { sealedTransport } from './sealed-transport.ts'
import { findTerms, isSealed } from './travelling.ts'

/** Interval between rounds. */
const ROUND_MS = 60_000
/** Maximum number of early retries after a round that left something. */
const SOON_TRIES = 6
const WORK_PREFIX = 'readroom-work-'
/** Dexie multiplies versions by ten; a higher version was made by a newer build. */
const NATIVE_VERSIONS = 10

/** The courier's dependencies; tests replace them. */
export interface CourierPorts {
  /** Calls without credentials: the signatures identify the author. */
  call: Caller
  locks: Locks
  /** False if a try would be in vain: an untried command stays editable by its author. */
  isOnline: () => boolean
  /** Names of this device's databases. */
  databases: () => Promise<string[]>
  now: () => number
  random: () => number
  /** Called after work of a user was delivered. */
  onDelivered?: (userId: string) => void
  /** Called when a user's device was revoked: the copies must be wiped. */
  onRevoked?: (terms: VaultTerms) => void
  onError?: (error: unknown) => void
}

export interface Courier {
  /** Looks now; a call during a look causes one more. Returns how many commands still wait. */
  look: () => Promise<number>
  stop: () => void
}

/**
 * Sends the sealed work of this device's users while no unlocked page does so for them: the vault is locked, somebody
 * else is signed in, or nobody is. Looks every minute and whenever `reach$` emits; after a round that left something,
 * retries soon and then at growing intervals.
 */
export function startCourier(ports: CourierPorts, reach$: Observable<unknown>): Courier {
  const ending = new AbortController()
  let running: Promise<number> | undefined
  let isAskedAgain = false
  let before = 0
  let tries = 0
  let isPausing = false
  const round = async () => {
    let left = 0
    do {
      isAskedAgain = false
      left = await deliverSealedWork(ports, ending.signal)
    } while (isAskedAgain && !ending.signal.aborted)
    return left
  }
  const look = () => {
    isAskedAgain = running !== undefined
    running ??= round().finally(() => {
      running = undefined
    })
    return running
  }
  const lookAndCome = async () => {
    const left = await look()
    tries = left < before ? 0 : tries
    before = left
    // The request may have been lost on a connection that now works. Later retries are left to the minute's round.
    if (left === 0 || isPausing || tries >= SOON_TRIES || !ports.isOnline()) return
    tries += 1
    isPausing = true
    await pause(waitAfterLossMs(tries, ports.random()), ending.signal)
    isPausing = false
    if (!ending.signal.aborted) await lookAndCome()
  }
  const reached$ = reach$.pipe(
    tap(() => {
      tries = 0
    }),
  )
  const wiring = merge(timer(0, ROUND_MS), reached$).subscribe(() => {
    lookAndCome().catch((error: unknown) => ports.onError?.(error))
  })
  return {
    look,
    stop: () => {
      wiring.unsubscribe()
      ending.abort()
    },
  }
}

/** Delivers once for every user of this device whatever can be sent; returns how many commands still wait. */
export async function deliverSealedWork(ports: CourierPorts, signal: AbortSignal): Promise<number> {
  const names = await ports.databases()
  let left = 0
  for (const name of names.filter((name) => name.startsWith(WORK_PREFIX))) {
    if (signal.aborted) break
    try {
      left += await deliverFor(name.slice(WORK_PREFIX.length), ports, signal)
    } catch (error) {
      // One user's broken database must not block the others. If a page took over the lock, it continues itself.
      if (!isTakenOver(error)) ports.onError?.(error)
    }
  }
  return left
}

/**
 * Runs under the sender's own lock: a page that leads for this user holds it, and then there is nothing to do here. Its
 * unsent commands count all the same: a frozen page holds the lock too, and sends nothing.
 */
async function deliverFor(userId: string, ports: CourierPorts, signal: AbortSignal): Promise<number> {
  const work = new WorkDatabase(userId)
  try {
    await work.open()
    const terms = isOfNewerBuild(work) ? undefined : await findTerms(work)
    if (!terms) return 0
    await ports.locks.request(`readroom-sender-${userId}`, { ifAvailable: true }, async (lock) => {
      if (lock !== null && (await countSendable(work)) > 0) await drain(work, terms, ports, signal)
    })
    return await countSendable(work)
  } finally {
    work.close()
  }
}

async function drain(
  work: WorkDatabase,
  terms: VaultTerms,
  ports: CourierPorts,
  signal: AbortSignal,
): Promise<void> {
  await forgetBackoffs(work)
  let hasMoved = false
  const lane = sealedTransport(work, terms, {
    ...ports,
    onEffect: () => {
      hasMoved = true
    },
  })
  const { now, random, isOnline, onError } = ports
  await createSender(work, lane, { now, random, isWorthTrying: isOnline, onError }).drain(signal)
  if (hasMoved) ports.onDelivered?.(terms.userId)
}

/** Counts the commands that this transport can send now or later; counts at most one batch. */
async function countSendable(work: WorkDatabase): Promise<number> {
  return (await findSendable(work, Number.POSITIVE_INFINITY, NONE_IN_FLIGHT, isSealed)).rows.length
}

const isOfNewerBuild = (work: WorkDatabase) => work.backendDB().version >= (work.verno + 1) * NATIVE_VERSIONS

const isTakenOver = (error: unknown) => error instanceof Error && error.name === 'AbortError'
