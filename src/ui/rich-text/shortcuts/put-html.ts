import { closeHistory } from '@tiptap/pm/history'
import { DOMParser as SliceParser } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { allowedHtml } from './allowed-html.ts'

/** A place in the editor's document. */
export interface Range {
  from: number
  to: number
}

/** Plain text beside what is put in. */
interface Around {
  before?: string
  after?: string
}

/**
 * Puts markup in place of a range, one paragraph into the line and more as paragraphs, and sets the cursor behind it.
 * It is one step for undo, and so is what is typed afterwards. `around` is plain text before and after it in the line.
 */
export function putHtml(view: EditorView, html: string, { from, to }: Range, around: Around = {}): void {
  const { body } = new DOMParser().parseFromString(allowedHtml(html), 'text/html')
  const slice = SliceParser.fromSchema(view.state.schema).parseSlice(body)
  const tr = closeHistory(view.state.tr)
  const { before = '', after = '' } = around
  tr.setSelection(TextSelection.create(tr.doc, from, to))
  if (before !== '') tr.insertText(before)
  tr.replaceSelection(slice)
  if (after !== '' && tr.selection.$from.parent.isTextblock) tr.insertText(after)
  view.dispatch(tr.scrollIntoView())
  view.dispatch(closeHistory(view.state.tr))
}
