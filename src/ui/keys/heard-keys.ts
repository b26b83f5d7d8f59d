import { useEffect, useSyncExternalStore } from 'react'
import { APP_KEYS, type AppKeyName } from './app-keys.ts'

/** Number of components on the page that handle each key. */
const hearers = new Map<AppKeyName, number>()
const listeners = new Set<() => void>()
let heard: readonly AppKeyName[] = []

/**
 * Tells the help that these keys do something while the component is mounted: it lists them under "On this screen".
 * Every component that handles a key of the app must call this; a test checks it.
 */
export function useHeardKeys(names: readonly AppKeyName[]): void {
  const list = names.join(' ')
  useEffect(() => {
    const own = list === '' ? [] : (list.split(' ') as AppKeyName[])
    count(own, 1)
    return () => count(own, -1)
  }, [list])
}

/** The keys that do something now, in the order of the help. */
export const useKeysHere = (): readonly AppKeyName[] => useSyncExternalStore(subscribe, () => heard)

const ORDER = Object.keys(APP_KEYS) as AppKeyName[]

function count(names: readonly AppKeyName[], step: 1 | -1): void {
  for (const name of names) hearers.set(name, (hearers.get(name) ?? 0) + step)
  heard = ORDER.filter((name) => (hearers.get(name) ?? 0) > 0)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
