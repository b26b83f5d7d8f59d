import { useSyncExternalStore } from 'react'
import type { Values } from '#src/ui/master/form-values.ts'
import { setEditorDirty } from '#src/ui/unsaved/dirty-editors.ts'

/** Unsaved text of a template, and the version on which it is based. */
export interface UnsavedText {
  values: Values
  /** The template when it was opened; absent for a new one. */
  record: Values | undefined
}

// Template texts contain no patient data, so they may stay in memory while the drawer is closed; an update of
// the app waits for them.
let unsaved: ReadonlyMap<string, UnsavedText> = new Map()
const listeners = new Set<() => void>()

function set(next: ReadonlyMap<string, UnsavedText>): void {
  unsaved = next
  for (const listener of listeners) listener()
}

/** Keeps the unsaved text of the template with this id until it is saved or discarded. */
export function keepText(id: string, text: UnsavedText): void {
  set(new Map([...unsaved, [id, text]]))
  setEditorDirty(markOf(id), true)
}

/** Removes the text after it was saved or discarded. */
export function dropText(id: string): void {
  if (!unsaved.has(id)) return
  set(new Map([...unsaved].filter(([key]) => key !== id)))
  setEditorDirty(markOf(id), false)
}

const markOf = (id: string) => `unsaved-template:${id}`

export const findText = (id: string): UnsavedText | undefined => unsaved.get(id)

/** Returns all unsaved texts by template id. */
export function useUnsavedTexts(): ReadonlyMap<string, UnsavedText> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => unsaved,
  )
}
