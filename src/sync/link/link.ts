import {
  BehaviorSubject,
  distinctUntilKeyChanged,
  firstValueFrom,
  type Observable,
  race,
  Subject,
  Subscription,
  skip,
  timer,
} from 'rxjs'
import { PROBE_HIDDEN_MS, PROBE_VISIBLE_MS, probePauseMs } from '#domain/time/intervals.ts'
import type { Reach } from '../api/reach.ts'
import type { PageSigns } from './page.ts'

/** Whether our server can be reached, and since when. */
export interface LinkState {
  online: boolean
  since: Date
}

export interface LinkPorts extends PageSigns {
  now: () => Date
  random: () => number
  /** Sends a probe to the server; false if no answer comes. */
  probe: () => Promise<boolean>
  /** Emits at the end of each call. */
  reach$: Observable<Reach>
}

export interface Link {
  state$: Observable<LinkState>
  state: () => LinkState
  /**
   * Whether sending is worth a try: true while online, and from the machine's "online" event until a probe fails. What
   * is sent then need not wait for the probe's answer.
   */
  isWorthTrying: () => boolean
  /** Emits when sending becomes worth a try while offline (true), and when a probe then fails (false). */
  tries$: Observable<boolean>
  /** Checks at once whether the server answers. */
  look: () => void
  stop: () => void
}

/**
 * Watches whether our server can be reached. One unanswered call is a doubt: only a failed probe makes it offline.
 * From then on the server is probed until it answers, soon at first and then at least every 2 s visible and every 15 s
 * hidden. Any answer to a request made since then counts; an older one may have come before the outage, so it only causes
 * a probe at once.
 */
export function createLink(ports: LinkPorts): Link {
  const state = new BehaviorSubject<LinkState>({ online: true, since: ports.now() })
  const wiring = new Subscription()
  const lookNow = new Subject<void>()
  const tries = new Subject<boolean>()
  let isVisible = true
  let isProbing = false
  let isHinted = false
  /** The number of reasons to probe at once. */
  let reasons = 0

  const setHinted = (hinted: boolean) => {
    if (hinted === isHinted) return
    isHinted = hinted
    if (!state.value.online) tries.next(hinted)
  }
  const set = (online: boolean) => {
    if (online !== state.value.online) state.next({ online, since: ports.now() })
  }

  async function probeUntilAnswered(): Promise<void> {
    if (isProbing) return
    isProbing = true
    for (let probe = 1; !wiring.closed; probe += 1) {
      const before = reasons
      const wasOffline = !state.value.online
      const answered = await ports.probe()
      if (answered || wiring.closed) break
      // Another call was answered during this probe: the next one decides.
      if (wasOffline && state.value.online) continue
      set(false)
      // A reason that came during this probe: it was sent too early to count.
      if (reasons === before) {
        setHinted(false)
        await pause(probe)
      }
      // After a reason the pauses are short again.
      if (reasons !== before) probe = 0
      // Another call may have been answered meanwhile.
      if (state.value.online) break
    }
    isProbing = false
    if (!wiring.closed) setOnline()
  }

  const setOnline = () => {
    isHinted = false
    set(true)
  }

  const look = () => {
    reasons += 1
    if (isProbing) lookNow.next()
    else void probeUntilAnswered()
  }

  // Ends early on a good sign: the page becomes visible, the machine sees a network, or a call got through.
  const pause = (probe: number) =>
    firstValueFrom(
      race(
        timer(probePauseMs(probe, isVisible ? PROBE_VISIBLE_MS : PROBE_HIDDEN_MS, ports.random())),
        ports.visible$.pipe(skip(1)),
        lookNow,
        state.pipe(skip(1)),
      ),
    )

  wiring.add(ports.visible$.subscribe((visible) => (isVisible = visible)))
  wiring.add(
    ports.network$.subscribe((isConnected) => {
      setHinted(isConnected && !state.value.online)
      // A reason to probe; only an answer proves it.
      if (!isConnected || !state.value.online) look()
    }),
  )
  wiring.add(
    ports.reach$.subscribe((end) => {
      if (!end.answered) void probeUntilAnswered()
      else if (state.value.online || end.asked >= state.value.since) setOnline()
      else look()
    }),
  )

  return {
    state$: state.pipe(distinctUntilKeyChanged('online')),
    state: () => state.value,
    isWorthTrying: () => state.value.online || isHinted,
    tries$: tries.asObservable(),
    look,
    stop: () => wiring.unsubscribe(),
  }
}
