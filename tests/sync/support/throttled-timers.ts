/** Browsers run the timers of a page that was hidden for 5 minutes only once a minute. */
const MINUTE_MS = 60_000

/**
 * Makes each new timer behave as in such a page, until the returned function is called; a timer that was set
 * before that stays slow. Must be called while timers are fake.
 */
export function throttleTimers(): () => void {
  const {
    setTimeout: set,
    setInterval: setEvery,
    clearTimeout: clear,
    clearInterval: clearEvery,
  } = globalThis
  const repeated = new Map<object, NodeJS.Timeout>()
  const throttled = (ms: number) => Math.ceil((Date.now() + ms) / MINUTE_MS) * MINUTE_MS - Date.now()
  const slow = (run: () => void, ms = 0) => set(run, throttled(ms))
  const slowEvery = (run: () => void, ms = 0) => {
    const timer = {}
    const again = () => {
      repeated.set(timer, slow(again, Math.max(1, ms)))
      run()
    }
    repeated.set(timer, slow(again, Math.max(1, ms)))
    return timer
  }
  const clearAny = (timer: NodeJS.Timeout) => {
    const one = repeated.get(timer)
    repeated.delete(timer)
    if (one) clear(one)
    else clearEvery(timer)
  }
  Object.assign(globalThis, { setTimeout: slow, setInterval: slowEvery, clearInterval: clearAny })
  // Timers that were set slow are cleared as slow ones.
  return () => Object.assign(globalThis, { setTimeout: set, setInterval: setEvery })
}
