import { useSyncExternalStore } from 'react'

/** Interval at which the current-time line moves. */
const MOVE_MS = 30_000

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, MOVE_MS)
  return () => clearInterval(timer)
}

/** Returns the time in milliseconds, rounded down to the position of the current-time line. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / MOVE_MS) * MOVE_MS)
}
