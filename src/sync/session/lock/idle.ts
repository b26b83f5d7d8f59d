import { fromEvent, merge, Subscription, throttleTime, timer } from 'rxjs'

/** Minutes of inactivity after which the vault locks; the user chooses among these. */
export const IDLE_CHOICES = [5, 10, 15, 30, 60] as const
export const IDLE_MINUTES = 15

const LOOK_MS = 5_000
const NOTE_MS = 1_000
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

export interface IdlePorts {
  /** Where user activity is observed. */
  target: EventTarget
  now: () => number
  minutes: () => number
  /** Called on user activity, at most once a second. */
  onActive: () => void
  onIdle: () => void
}

export interface IdleWatch {
  /** Reports activity in another page. */
  note: () => void
  stop: () => void
}

/**
 * Calls `onIdle` after the configured minutes without activity. Compares clock times instead of using one long timer,
 * so that a machine that slept that long locks as it wakes; if the clock is set back, counting restarts from there.
 */
export function watchIdle({ target, now, minutes, onActive, onIdle }: IdlePorts): IdleWatch {
  let active = now()
  const note = () => {
    active = now()
  }
  const look = () => {
    const idleMs = now() - active
    if (idleMs < 0) note()
    else if (idleMs >= minutes() * 60_000) onIdle()
  }
  const signs$ = merge(...SIGNS.map((name) => fromEvent(target, name, { passive: true, capture: true })))
  const wiring = new Subscription()
  wiring.add(
    signs$.pipe(throttleTime(NOTE_MS)).subscribe(() => {
      // The first touch after the time is up does not prevent the lock.
      look()
      note()
      onActive()
    }),
  )
  wiring.add(timer(LOOK_MS, LOOK_MS).subscribe(look))
  return { note, stop: () => wiring.unsubscribe() }
}
