import { useSyncExternalStore } from 'react'
import { browserLink } from './browser-link.ts'
import type { LinkState } from './link.ts'

/** Whether the server answers, and since when: drawn in words by the top bar. */
export function useLink(): LinkState {
  return useSyncExternalStore(subscribe, () => browserLink().state())
}

function subscribe(listener: () => void): () => void {
  const subscription = browserLink().state$.subscribe(listener)
  return () => subscription.unsubscribe()
}
