import { createDocument, type Editor } from '@tiptap/core'
import { KEEP_SPACES } from './kept-spaces.ts'

/**
 * Shows another text without a step of the editor's undo: something else takes it back. Only what differs is replaced, so
 * the steps of what was typed elsewhere stay.
 */
export function replaceApart(editor: Editor, html: string): void {
  const { state, view, schema } = editor
  const next = createDocument(html, schema, KEEP_SPACES)
  const from = state.doc.content.findDiffStart(next.content)
  const end = state.doc.content.findDiffEnd(next.content)
  if (from === null || end === null) return
  // Repeated letters are counted from both sides.
  const overlap = Math.max(0, from - Math.min(end.a, end.b))
  const tr = state.tr.replace(from, end.a + overlap, next.slice(from, end.b + overlap))
  view.dispatch(tr.setMeta('addToHistory', false).setMeta('preventUpdate', true))
}
