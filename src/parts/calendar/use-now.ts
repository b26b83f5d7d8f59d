import { useSyncExternalStore } from 'react'

/** The line of now moves this often. */
const MOVE_MS = 30_000

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, MOVE_MS)
  return () => clearInterval(timer)
}

/** The time in milliseconds, rounded down to where the line of now stands. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / MOVE_MS) * MOVE_MS)
}
