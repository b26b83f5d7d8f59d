import { useSyncExternalStore } from 'react'

const dirtyKeys = new Set<string>()
const listeners = new Set<() => void>()

/** An editor says here that it holds text not yet kept on the device; `key` names it, e.g. `report:<id>`. */
export function setEditorDirty(key: string, dirty: boolean): void {
  if (dirty === dirtyKeys.has(key)) return
  if (dirty) dirtyKeys.add(key)
  else dirtyKeys.delete(key)
  for (const listener of listeners) listener()
}

/** True while any editor of this tab holds text not yet kept: an update or a reload waits. */
export function isAnyEditorDirty(): boolean {
  return dirtyKeys.size > 0
}

/** Calls back at each change of isAnyEditorDirty's grounds; returns the way to stop. */
export function onDirtyChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** isAnyEditorDirty as a hook. */
export function useAnyEditorDirty(): boolean {
  return useSyncExternalStore(onDirtyChange, isAnyEditorDirty)
}
