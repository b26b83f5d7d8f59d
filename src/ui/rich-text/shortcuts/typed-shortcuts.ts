import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { findTypedShortcut, type ShortcutTrigger } from '#domain/report/typed-shortcut.ts'
import { putHtml } from './put-html.ts'

/** A snippet that a person puts into a text by its name. */
export interface TextShortcut {
  id: string
  name: string
  html: string
}

/** What an editor is given: its snippets, or that they are still being read. */
export type GivenShortcuts = readonly TextShortcut[] | 'loading'

/** The snippets that are known by now. */
export const shortcutsOf = (given: GivenShortcuts | undefined): readonly TextShortcut[] =>
  given === undefined || given === 'loading' ? [] : given

export interface TypedShortcutsOptions {
  /** The snippets as they stand now. */
  find: () => readonly TextShortcut[]
}

const LEAF = '\ufffc'

/** A name is at most so long; no more of a line is read at each key. */
const MAX_NAME = 200

/** Puts a snippet in place of its typed name (domain/report/typed-shortcut.ts); undo brings the name back. */
export const TypedShortcuts = Extension.create<TypedShortcutsOptions>({
  name: 'typedShortcuts',
  // Before the tab of a table and of a list: it takes the key only where a name was typed.
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

/** True where a name stood before the cursor and its text stands there now. */
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
