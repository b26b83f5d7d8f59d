import { useSyncExternalStore } from 'react'
import { setEditorDirty } from '#src/ui/dirty-editors.ts'
import type { Values } from '#src/ui/master/form-values.ts'

/** What a person typed into a template and did not save yet, and what it was typed over. */
export interface UnsavedText {
  values: Values
  /** The template as it was opened; absent for a new one. */
  record: Values | undefined
}

// Text of templates is no patient's: it may wait in memory while the drawer is closed; an update of the app waits too.
let unsaved: ReadonlyMap<string, UnsavedText> = new Map()
const listeners = new Set<() => void>()

function set(next: ReadonlyMap<string, UnsavedText>): void {
  unsaved = next
  for (const listener of listeners) listener()
}

/** Keeps what was typed into the template of this id until it is saved or discarded. */
export function keepText(id: string, text: UnsavedText): void {
  set(new Map([...unsaved, [id, text]]))
  setEditorDirty(markOf(id), true)
}

/** Forgets it, as it was saved or discarded. */
export function dropText(id: string): void {
  if (!unsaved.has(id)) return
  set(new Map([...unsaved].filter(([key]) => key !== id)))
  setEditorDirty(markOf(id), false)
}

const markOf = (id: string) => `unsaved-template:${id}`

export const findText = (id: string): UnsavedText | undefined => unsaved.get(id)

/** All that waits, by template id. */
export function useUnsavedTexts(): ReadonlyMap<string, UnsavedText> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => unsaved,
  )
}
