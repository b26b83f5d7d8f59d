import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { findTypedShortcut, type ShortcutTrigger } from '#domain/report/typed-shortcut.ts'
import { putHtml } from './put-html.ts'

/** A snippet that a person inserts into a text by its name. */
export interface TextShortcut {
  id: string
  name: string
  html: string
}

/** An editor's snippets, or `loading` while they load. */
export type GivenShortcuts = readonly TextShortcut[] | 'loading'

/** The snippets loaded so far. */
export const shortcutsOf = (given: GivenShortcuts | undefined): readonly TextShortcut[] =>
  given === undefined || given === 'loading' ? [] : given

export interface TypedShortcutsOptions {
  /** Returns the current snippets. */
  find: () => readonly TextShortcut[]
}

const LEAF = '\ufffc'

/** Maximum length of a name; no more of a line is read at each key. */
const MAX_NAME = 200

/** Replaces a typed name by its snippet (domain/report/typed-shortcut.ts); undo restores the name. */
export const TypedShortcuts = Extension.create<TypedShortcutsOptions>({
  name: 'typedShortcuts',
  // Before Tab in tables and lists: it handles the key only if a name was typed.
  priority: 1_000,
  addOptions: () => ({ find: () => [] }),
  addKeyboardShortcuts() {
    return { Tab: ({ editor }) => expand(editor.view, this.options.find(), 'tab') }
  },
  addProseMirrorPlugins() {
    const { find } = this.options
    return [
      new Plugin({
        props: {
          handleTextInput: (view, _from, _to, text) => text === ' ' && expand(view, find(), 'space'),
        },
      }),
    ]
  },
})

/** Returns true if a name before the cursor was replaced by its text. */
function expand(view: EditorView, shortcuts: readonly TextShortcut[], trigger: ShortcutTrigger): boolean {
  const { selection } = view.state
  const { $from } = selection
  if (shortcuts.length === 0 || view.composing || !selection.empty || !$from.parent.isTextblock) return false
  const start = Math.max(0, $from.parentOffset - MAX_NAME)
  const before = $from.parent.textBetween(start, $from.parentOffset, undefined, LEAF)
  const found = findTypedShortcut(before, shortcuts, trigger)
  if (!found) return false
  const range = { from: $from.pos - found.length, to: $from.pos }
  putHtml(view, found.shortcut.html, range, { after: trigger === 'space' ? ' ' : '' })
  return true
}
