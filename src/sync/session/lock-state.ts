import { useSyncExternalStore } from 'react'

/**
 * Whether what is on this device can be read now. `cold`: the page was opened and nobody holds the key; `earlier`: only
 * the password before the one just typed opens it. `isOverdue`: only a sign-in at the server opens it (docs/sync.md#encryption-and-unlock).
 */
export type LockState =
  | { kind: 'none' }
  | { kind: 'open' }
  | { kind: 'locked'; why: 'cold' | 'earlier' | 'idle' | 'asked'; isOverdue: boolean }

let state: LockState = { kind: 'none' }
const listeners = new Set<() => void>()

export function lockState(): LockState {
  return state
}

export function setLock(next: LockState): void {
  state = next
  for (const listener of listeners) listener()
}

/** As lockState, for components. */
export function useLock(): LockState {
  return useSyncExternalStore(subscribe, lockState)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
