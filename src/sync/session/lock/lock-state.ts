import { useSyncExternalStore } from 'react'

/**
 * Whether the data on this device can be read now. `cold`: the page just opened and nobody holds the key; `earlier`: it
 * opens only with the previous password. `isOverdue`: it needs a sign-in at the server
 * (docs/sync.md#encryption-and-unlock).
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

/** Runs `forget` whenever the page is locked or left: what is held in memory of patients goes with the open vault. */
export function onceLocked(forget: () => void): () => void {
  return subscribe(() => {
    if (state.kind !== 'open') forget()
  })
}

/** As lockState, for components. */
export function useLock(): LockState {
  return useSyncExternalStore(subscribe, lockState)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
