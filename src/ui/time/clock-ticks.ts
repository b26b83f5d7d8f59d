/** How late a page may notice a moment: a new day, the end of an activation. */
const LOOK_MS = 30_000

/** Calls `listener` at regular intervals; returns an unsubscribe function. For useSyncExternalStore. */
export function onClockTick(listener: () => void): () => void {
  const timer = setInterval(listener, LOOK_MS)
  // Timers sleep with the machine, so check again when the page becomes visible.
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}
