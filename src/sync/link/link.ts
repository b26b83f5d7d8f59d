import {
  BehaviorSubject,
  distinctUntilKeyChanged,
  firstValueFrom,
  merge,
  type Observable,
  race,
  Subscription,
  skip,
  timer,
} from 'rxjs'
import { PROBE_HIDDEN_MS, PROBE_VISIBLE_MS, probePauseMs } from '#domain/time/intervals.ts'
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
  /** Emits at the end of each call whether our server answered. */
  reach$: Observable<boolean>
}

export interface Link {
  state$: Observable<LinkState>
  state: () => LinkState
  /** Checks at once whether the server answers. */
  look: () => void
  stop: () => void
}

/**
 * Watches whether our server can be reached. One unanswered call is a doubt: only a failed probe makes it offline.
 * From then on the server is probed until it answers, soon at first and then at least every 2 s visible and every 15 s
 * hidden; any answer counts.
 */
export function createLink(ports: LinkPorts): Link {
  const state = new BehaviorSubject<LinkState>({ online: true, since: ports.now() })
  const wiring = new Subscription()
  let isVisible = true
  let isProbing = false

  const set = (online: boolean) => {
    if (online !== state.value.online) state.next({ online, since: ports.now() })
  }

  async function probeUntilAnswered(): Promise<void> {
    if (isProbing) return
    isProbing = true
    for (let probe = 1; !wiring.closed; probe += 1) {
      const answered = await ports.probe()
      if (answered || wiring.closed) break
      set(false)
      await pause(probe)
      // Another call may have been answered meanwhile.
      if (state.value.online) break
    }
    isProbing = false
    if (!wiring.closed) set(true)
  }

  // Ends early on a good sign: the page becomes visible, the machine sees a network, or a call got through.
  const pause = (probe: number) =>
    firstValueFrom(
      race(
        timer(probePauseMs(probe, isVisible ? PROBE_VISIBLE_MS : PROBE_HIDDEN_MS, ports.random())),
        ports.visible$.pipe(skip(1)),
        ports.network$,
        state.pipe(skip(1)),
      ),
    )

  wiring.add(ports.visible$.subscribe((visible) => (isVisible = visible)))
  wiring.add(
    merge(ports.reach$, ports.network$).subscribe((answered) => {
      // The machine's "online" is only a reason to probe; only an answer proves it.
      if (!answered) void probeUntilAnswered()
    }),
  )
  wiring.add(ports.reach$.subscribe((answered) => answered && set(true)))

  return {
    state$: state.pipe(distinctUntilKeyChanged('online')),
    state: () => state.value,
    look: () => void probeUntilAnswered(),
    stop: () => wiring.unsubscribe(),
  }
}
