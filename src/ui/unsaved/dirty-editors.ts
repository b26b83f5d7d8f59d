import { useSyncExternalStore } from 'react'

const dirtyKeys = new Set<string>()
const listeners = new Set<() => void>()

/** Reports whether an editor holds text not yet saved on the device; `key` names it, e.g. `report:<id>`. */
export function setEditorDirty(key: string, dirty: boolean): void {
  if (dirty === dirtyKeys.has(key)) return
  if (dirty) dirtyKeys.add(key)
  else dirtyKeys.delete(key)
  for (const listener of listeners) listener()
}

/** True while any editor of this tab holds unsaved text: updates and reloads wait. */
export function isAnyEditorDirty(): boolean {
  return dirtyKeys.size > 0
}

/** Calls `listener` whenever the set of dirty editors changes; returns an unsubscribe function. */
export function onDirtyChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** isAnyEditorDirty as a hook. */
export function useAnyEditorDirty(): boolean {
  return useSyncExternalStore(onDirtyChange, isAnyEditorDirty)
}
