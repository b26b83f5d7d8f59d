import { useSyncExternalStore } from 'react'
import { isFull$, isStorageFull } from '#src/db/room.ts'

/** Whether this device has room for what a person does; a full one is shown in red, since nothing more can be kept. */
export function useStorage(): { isFull: boolean } {
  return { isFull: useSyncExternalStore(subscribe, isStorageFull) }
}

function subscribe(listener: () => void): () => void {
  const subscription = isFull$.subscribe(listener)
  return () => subscription.unsubscribe()
}
