import { useSyncExternalStore } from 'react'
import { merge } from 'rxjs'
import { isFull$, isStorageFull, isStorageTight, isTight$ } from '#src/db/quota.ts'
import { storageProblem, storageProblem$ } from './storage-problem.ts'

/** How it stands with this device's own storage; anything but the best is shown on every screen. */
export interface StorageState {
  /** No room is left: what a person does now cannot be kept. */
  isFull: boolean
  /** No room is left for more copies; what a person does is still kept. */
  isTight: boolean
  /** Why this page cannot use the storage, in a person's words. */
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
