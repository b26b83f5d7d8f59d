import { fromEvent, merge, Subscription, throttleTime, timer } from 'rxjs'

/** Minutes without a person after which the vault locks; the person chooses among these. */
export const IDLE_CHOICES = [5, 10, 15, 30, 60] as const
export const IDLE_MINUTES = 15

const LOOK_MS = 5_000
const NOTE_MS = 1_000
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

export interface IdlePorts {
  /** Where the signs of a person are heard. */
  target: EventTarget
  now: () => number
  minutes: () => number
  /** A person is at work here; at most once a second. */
  onActive: () => void
  onIdle: () => void
}

export interface IdleWatch {
  /** Somebody is at work in another page. */
  note: () => void
  stop: () => void
}

/**
 * Calls `onIdle` when nobody was at work for the minutes that hold then. By the clock and not by a timer's length, so
 * that a machine that slept through them is locked as it wakes; a clock that is set back counts from there.
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
      // The first touch after the time is up unlocks nothing.
      look()
      note()
      onActive()
    }),
  )
  wiring.add(timer(LOOK_MS, LOOK_MS).subscribe(look))
  return { note, stop: () => wiring.unsubscribe() }
}
