import { pause } from './bell.ts'

/** What is on its way when the vault locks is waited for so long; what comes later waits for the key. */
const PAUSE_MS = 3_000

/** Work that goes on by itself until it is paused. */
export interface Turns {
  resume: () => void
  /** Ends when nothing of it runs any more, or cannot be awaited. */
  pause: () => Promise<void>
}

/** Runs `take` until paused, and again from `resume` on; one at a time. */
export function takeTurns(take: (signal: AbortSignal) => Promise<void>): Turns {
  let turn: { end: AbortController; ended: Promise<void> } | undefined
  const resume = () => {
    if (turn) return
    const end = new AbortController()
    turn = { end, ended: take(end.signal) }
  }
  resume()
  return {
    resume,
    pause: async () => {
      const ending = turn
      turn = undefined
      ending?.end.abort()
      await Promise.race([ending?.ended, pause(PAUSE_MS, new AbortController().signal)])
    },
  }
}
