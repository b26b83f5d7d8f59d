import { pause } from './wake-signal.ts'

/** How long a lock of the vault waits for requests in flight; later ones wait for the key. */
const PAUSE_MS = 3_000

/** A background task that runs until it is paused. */
export interface PausableTask {
  resume: () => void
  /** Resolves when the task has stopped, at the latest after 3 s. */
  pause: () => Promise<void>
}

/** Starts `run`; `pause` aborts its signal, `resume` starts it again. At most one runs at a time. */
export function startPausable(run: (signal: AbortSignal) => Promise<void>): PausableTask {
  let current: { end: AbortController; ended: Promise<void> } | undefined
  const resume = () => {
    if (current) return
    const end = new AbortController()
    current = { end, ended: run(end.signal) }
  }
  resume()
  return {
    resume,
    pause: async () => {
      const ending = current
      current = undefined
      ending?.end.abort()
      await Promise.race([ending?.ended, pause(PAUSE_MS, new AbortController().signal)])
    },
  }
}
