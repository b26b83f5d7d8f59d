import { useSyncExternalStore } from 'react'
import { browserLink } from './browser-link.ts'
import type { LinkState } from './link.ts'

/** Returns whether the server answers, and since when; the top bar shows it. */
export function useLink(): LinkState {
  return useSyncExternalStore(subscribe, () => browserLink().state())
}

/** Whether the server answers now, for an action that asks after its screen was drawn. */
export const isOnlineNow = (): boolean => browserLink().state().online

function subscribe(listener: () => void): () => void {
  const subscription = browserLink().state$.subscribe(listener)
  return () => subscription.unsubscribe()
}
