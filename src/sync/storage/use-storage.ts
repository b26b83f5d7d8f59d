import { useSyncExternalStore } from 'react'
import { merge } from 'rxjs'
import { isFull$, isStorageFull, isStorageTight, isTight$ } from '#src/db/quota.ts'
import { storageProblem, storageProblem$ } from './storage-problem.ts'

/** The state of this device's storage; any problem is shown on every screen. */
export interface StorageState {
  /** No space is left: the user's work cannot be stored. */
  isFull: boolean
  /** No space is left for more copies; the user's work is still stored. */
  isTight: boolean
  /** Why this page cannot use the storage, as shown to the user. */
  problem?: string
}

export function useStorage(): StorageState {
  const isFull = useSyncExternalStore(subscribe, isStorageFull)
  const isTight = useSyncExternalStore(subscribe, isStorageTight)
  const problem = useSyncExternalStore(subscribe, storageProblem)
  return { isFull, isTight, problem }
}

function subscribe(listener: () => void): () => void {
  const subscription = merge(isFull$, isTight$, storageProblem$).subscribe(listener)
  return () => subscription.unsubscribe()
}
