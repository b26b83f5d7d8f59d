/** Answers after `ms`, or when `signal` aborts. */
export const pause = (ms: number, signal: AbortSignal) => createBell().wait(ms, signal)

/** Lets one loop sleep until it is rung; a ring while it is awake is not lost. */
export interface Bell {
  ring: () => void
  /** Answers at the next ring, after `ms`, or when `signal` aborts, whichever comes first. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

export function createBell(): Bell {
  let hasRung = false
  let wakeUp: (() => void) | undefined
  return {
    ring: () => {
      hasRung = true
      wakeUp?.()
    },
    wait: async (ms, signal) => {
      if (!hasRung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wakeUp = () => {
            clearTimeout(timer)
            resolve()
          }
          signal.addEventListener('abort', wakeUp)
        })
        if (wakeUp) signal.removeEventListener('abort', wakeUp)
      }
      hasRung = false
      wakeUp = undefined
    },
  }
}
