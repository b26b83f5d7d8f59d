/** How late a page may notice that a time has come: a new day, the end of an activation. */
const LOOK_MS = 30_000

/** Has `listener` look at the clock now and then; returns how to end that. For useSyncExternalStore. */
export function onClockTick(listener: () => void): () => void {
  const timer = setInterval(listener, LOOK_MS)
  // Timers sleep with the machine; the page looks again when it is looked at.
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}
