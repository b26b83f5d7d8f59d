import { useSyncExternalStore } from 'react'
import type { AnyCall, InputOf } from '#contract/kernel/define-call.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import type { Values } from '#src/ui/master/form-values.ts'

/** Settings as returned by the server: values and the revision that a change is based on. */
export type Settings = Values & { readonly rev: number }

// Tabs share one record and its revision: after one saves, the others reload.
let round = 0
const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Makes every open part of the settings reload. */
export function announceSettings(): void {
  round++
  for (const listener of listeners) listener()
}

/**
 * Settings from the server, or offline as last cached on this device. Reloaded when the network comes back, and when
 * another part of them was saved.
 */
export function useKeptSettings<C extends AnyCall>(call: C, input: InputOf<C>, keptAs: string) {
  const { online } = useLink()
  const saves = useSyncExternalStore(listen, () => round)
  const { answer, error, refresh } = useKeptCall(call, input, {
    isWanted: true,
    news: `${online ? 'online' : 'offline'} ${saves}`,
    keptAs: `settings:${keptAs}`,
  })
  const result = (answer as { result: unknown } | undefined)?.result
  return { stored: result as Settings | undefined, error, refresh }
}
