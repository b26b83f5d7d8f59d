/** Browsers run the timers of a page that nobody has seen for 5 minutes at the full minutes only. */
const MINUTE_MS = 60_000

/**
 * From now on each timer that is set is one of such a page, until the answer of this is called; one that was set before
 * that stays slow. To be called where timers are fake.
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
  // What was set slow is cleared slow.
  return () => Object.assign(globalThis, { setTimeout: set, setInterval: setEvery })
}
