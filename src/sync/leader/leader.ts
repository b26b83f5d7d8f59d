import { filter, interval, repeat, switchMap, takeUntil, tap, timer } from 'rxjs'
import { LEADER_ANSWER_MS, LEADER_HEARTBEAT_MS, LEADER_SILENCE_MS } from '#domain/time/intervals.ts'
import type { TabChannel } from './channel.ts'
import { pause } from './wake-signal.ts'

/** The part of navigator.locks that leading needs. */
export interface Locks {
  /** `run` gets null if the lock was requested with `ifAvailable` and is not free. */
  request: (name: string, options: LockOptions, run: (lock: object | null) => Promise<void>) => Promise<void>
}

export interface LeaderPorts {
  /** One name for all pages of the same user on this device. */
  name: string
  locks: Locks
  channel: TabChannel
  /** Whether the page is visible to the user: browsers throttle the timers of hidden pages. */
  isVisible: () => boolean
  /** Does the work of the leader, until `signal` aborts. */
  lead: (signal: AbortSignal) => Promise<void>
  onError?: (error: unknown) => void
}

/** Pause after a failed term: its cause may still be there. */
const PAUSE_AFTER_ERROR_MS = 1_000

/**
 * Makes one page of a user the leader. All wait for one lock; its holder sends a heartbeat every 3 s, and a page that
 * receives none for 15 s takes the lock away: a frozen tab must not block the queue. Before that it asks: a page with
 * throttled timers answers, and loses the lock only to a visible page. A deposed leader notices by the lock, and its
 * late writes fail by the fencing number (outbox/claim.ts). Runs until `stop` aborts.
 */
export async function takeTurnsLeading(ports: LeaderPorts, stop: AbortSignal): Promise<void> {
  let steal = false
  while (!stop.aborted) {
    steal = await (steal ? leadOnce(ports, stop, { steal: true }) : waitOrLead(ports, stop))
  }
}

/** Waits for the lock and leads; returns true if the leader fell silent and the lock should be taken. */
async function waitOrLead(ports: LeaderPorts, stop: AbortSignal): Promise<boolean> {
  const waiting = new AbortController()
  const giveUp = () => waiting.abort()
  stop.addEventListener('abort', giveUp, { once: true })
  let isLeading = false
  const silence = heardNothing(ports).subscribe(giveUp)
  const begin = () => {
    isLeading = true
    silence.unsubscribe()
  }
  await leadOnce(ports, stop, { signal: waiting.signal }, begin)
  silence.unsubscribe()
  stop.removeEventListener('abort', giveUp)
  return !isLeading && waiting.signal.aborted
}

async function leadOnce(
  ports: LeaderPorts,
  stop: AbortSignal,
  options: LockOptions,
  onBegin?: () => void,
): Promise<boolean> {
  const term = new AbortController()
  const end = () => term.abort()
  stop.addEventListener('abort', end, { once: true })
  try {
    await ports.locks.request(ports.name, options, async () => {
      if (stop.aborted) return
      onBegin?.()
      await leadWithBeat(ports, term.signal)
    })
  } catch (error) {
    // Aborted, or taken away by a page that got no heartbeat: both are normal ways to change turns.
    if (!isAbort(error)) await reportAndPause(ports, error, stop)
  } finally {
    end()
    stop.removeEventListener('abort', end)
  }
  return false
}

async function leadWithBeat({ channel, lead }: LeaderPorts, signal: AbortSignal): Promise<void> {
  const giveSign = () => channel.post({ kind: 'beat' })
  // The first one comes before all else and without a timer: waiting pages count from their last one.
  giveSign()
  const signs = interval(LEADER_HEARTBEAT_MS).subscribe(giveSign)
  // Messages are not throttled as timers are.
  signs.add(
    channel.messages$
      .pipe(filter(({ kind }) => kind === 'ask'))
      .subscribe(() => channel.post({ kind: 'here' })),
  )
  try {
    await lead(signal)
  } finally {
    signs.unsubscribe()
  }
}

/** Emits when the leader sent no heartbeat for too long, although it was asked. */
const heardNothing = ({ channel, isVisible }: LeaderPorts) => {
  // For a visible page, a bare answer means that the leader's timers are throttled: this page sends faster.
  const signs$ = channel.messages$.pipe(
    filter(({ kind }) => kind === 'beat' || (kind === 'here' && !isVisible())),
  )
  return timer(LEADER_SILENCE_MS - LEADER_ANSWER_MS).pipe(
    tap(() => channel.post({ kind: 'ask' })),
    switchMap(() => timer(LEADER_ANSWER_MS)),
    takeUntil(signs$),
    repeat(),
  )
}

async function reportAndPause({ onError }: LeaderPorts, error: unknown, stop: AbortSignal): Promise<void> {
  onError?.(error)
  await pause(PAUSE_AFTER_ERROR_MS, stop)
}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError'
