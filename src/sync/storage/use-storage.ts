import { useSyncExternalStore } from 'react'
import { merge } from 'rxjs'
import { isFull$, isStorageFull } from '#src/db/room.ts'
import { storageProblem, storageProblem$ } from './storage-problem.ts'

/** How it stands with this device's own storage; anything but the best is shown in red. */
export interface StorageState {
  /** No room is left: what a person does now cannot be kept. */
  isFull: boolean
  /** Why this page cannot use the storage, in a person's words. */
  problem?: string
}

export function useStorage(): StorageState {
  const isFull = useSyncExternalStore(subscribe, isStorageFull)
  const problem = useSyncExternalStore(subscribe, storageProblem)
  return { isFull, problem }
}

function subscribe(listener: () => void): () => void {
  const subscription = merge(isFull$, storageProblem$).subscribe(listener)
  return () => subscription.unsubscribe()
}
