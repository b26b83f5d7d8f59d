import { closeHistory } from '@tiptap/pm/history'
import { DOMParser as SliceParser } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { allowedHtml } from './allowed-html.ts'

/** A range in the editor's document. */
export interface Range {
  from: number
  to: number
}

/** Plain text around the inserted markup. */
interface Around {
  before?: string
  after?: string
}

/**
 * Replaces a range with markup, a single paragraph inline and several as paragraphs, and puts the cursor after it. This
 * is one undo step, and later typing is another. `around` is plain text before and after it in the line.
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
