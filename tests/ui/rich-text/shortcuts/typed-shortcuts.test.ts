import { Editor } from '@tiptap/core'
import { afterEach, expect, test } from 'vitest'
import { reportExtensions } from '#src/ui/rich-text/extensions/report-extensions.ts'
import { putHtml } from '#src/ui/rich-text/shortcuts/put-html.ts'

const SHORTCUTS = [
  { id: '1', name: 'lungs', html: 'Lungs are <strong>clear</strong>.' },
  { id: '2', name: 'abdomen', html: '<p>Liver normal.</p><p>Spleen normal.</p>' },
  { id: '3', name: 'odd', html: '<p onclick="x()">Odd<script>alert(1)</script></p>' },
]

let editor: Editor
afterEach(() => editor.destroy())

function open(content: string): Editor {
  editor = new Editor({
    extensions: reportExtensions(
      async () => undefined,
      () => SHORTCUTS,
    ),
    content,
  })
  editor.commands.setTextSelection(editor.state.doc.content.size - 1)
  return editor
}

/** Types a letter as the browser hands it to the editor. */
function type(text: string): void {
  for (const letter of text) {
    const { from, to } = editor.state.selection
    const isTaken = editor.view.someProp('handleTextInput', (handle) =>
      handle(editor.view, from, to, letter, () => editor.state.tr),
    )
    if (!isTaken) editor.view.dispatch(editor.state.tr.insertText(letter))
  }
}

const pressTab = () => {
  const event = new KeyboardEvent('keydown', { key: 'Tab', code: 'Tab' })
  return editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, event)) ?? false
}

test('a name after a slash becomes its text at the space, inside its line', () => {
  open('<p>Chest.</p>')
  type(' /lungs and more')
  expect(editor.getHTML()).toBe('<p>Chest. Lungs are <strong>clear</strong>. and more</p>')
})

test('undo restores the typed name in one step, and a second one removes it', () => {
  open('<p>Chest.</p>')
  type(' /lungs')
  type(' ')
  type('more')
  editor.commands.undo()
  expect(editor.getText()).toBe('Chest. Lungs are clear. ')
  editor.commands.undo()
  expect(editor.getText()).toBe('Chest. /lungs')
  editor.commands.redo()
  expect(editor.getText()).toBe('Chest. Lungs are clear. ')
})

test('a tab expands the bare name; without one it keeps its default', () => {
  open('<p>abdomen</p>')
  expect(pressTab()).toBe(true)
  expect(editor.getHTML()).toBe('<p>Liver normal.</p><p>Spleen normal.</p>')
  expect(pressTab()).toBe(false)
})

test('a tab in a table still goes to the next cell', () => {
  open('<table><tbody><tr><td><p>a</p></td><td><p>b</p></td></tr></tbody></table>')
  editor.commands.setTextSelection(5)
  const before = editor.state.selection.from
  expect(pressTab()).toBe(true)
  expect(editor.state.selection.from).toBeGreaterThan(before)
  expect(editor.getText()).toContain('a')
})

test('markup that a report may not contain is left out of a shortcut', () => {
  open('<p></p>')
  type('/odd ')
  expect(editor.getHTML()).toBe('<p>Odd </p>')
})

test('a picked shortcut replaces the selection', () => {
  open('<p>One two three</p>')
  editor.commands.setTextSelection({ from: 5, to: 8 })
  putHtml(editor.view, 'and', editor.state.selection)
  expect(editor.getText()).toBe('One and three')
})
