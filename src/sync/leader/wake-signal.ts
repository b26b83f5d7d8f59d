/** Resolves after `ms`, or when `signal` aborts. */
export const pause = (ms: number, signal: AbortSignal) => createWakeSignal().wait(ms, signal)

/** Lets one loop sleep until it is woken. A wake-up that comes while the loop is busy is kept for its next wait. */
export interface WakeSignal {
  wake: () => void
  /** Resolves at the next wake-up, after `ms`, or when `signal` aborts, whichever comes first. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Returns a signal that nobody has woken yet. */
export function createWakeSignal(): WakeSignal {
  let isWoken = false
  let wakeUp: (() => void) | undefined
  return {
    wake: () => {
      isWoken = true
      wakeUp?.()
    },
    wait: async (ms, signal) => {
      if (!isWoken && !signal.aborted) {
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
      isWoken = false
      wakeUp = undefined
    },
  }
}
