import { Editor } from '@tiptap/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseUtterance } from '#domain/dictation/parse-utterance.ts'
import { runSteps } from '#src/ui/dictation/run-steps.ts'
import { reportExtensions } from '#src/ui/rich-text/extensions/report-extensions.ts'

let editor: Editor
beforeEach(() => open(''))
afterEach(() => editor.destroy())

function open(content: string): void {
  editor?.destroy()
  editor = new Editor({ extensions: reportExtensions(async () => undefined), content, injectCSS: false })
  editor.commands.focus('end')
}

/** Dictates one utterance after another; returns the text. */
function say(...utterances: string[]): string {
  for (const said of utterances) runSteps(editor, parseUtterance(said, 'en'), 'en')
  return editor.getHTML()
}

test('words are inserted with capitals and spaces', () => {
  expect(say('the lungs are clear full stop no effusion', 'is seen full stop')).toBe(
    '<p>The lungs are clear. No effusion is seen.</p>',
  )
})

test('brackets, question mark and space are inserted as in writing', () => {
  expect(say('nodule bracket open 6 mm bracket close question mark', 'space')).toBe('<p>Nodule (6 mm)? </p>')
})

test('new line breaks the line, new paragraph begins one, both followed by a capital', () => {
  expect(say('one new line two new paragraph three')).toBe('<p>One<br>Two</p><p>Three</p>')
})

test('comma and colon join the word before them', () => {
  expect(say('liver comma spleen', 'colon', 'normal')).toBe('<p>Liver, spleen: normal</p>')
})

test('bold, italic and underline are toggled at the beginning of an utterance', () => {
  expect(say('normal', 'bold study', 'bold today')).toBe('<p>Normal<strong> study</strong> today</p>')
  open('')
  expect(say('a bold statement')).toBe('<p>A bold statement</p>')
  open('')
  expect(say('bold', 'impression full stop', 'bold', 'normal')).toBe(
    '<p><strong>Impression.</strong> Normal</p>',
  )
  open('')
  expect(say('italic', 'one', 'italic', 'underline', 'two')).toBe('<p><em>One</em><u> two</u></p>')
})

test('heading turns the line into a heading, and the next paragraph is not one', () => {
  expect(say('heading findings new paragraph the liver')).toBe('<h2>Findings</h2><p>The liver</p>')
})

test('heading after words begins a separate line: the earlier words keep their format', () => {
  expect(say('the lungs are clear full stop heading liver')).toBe('<p>The lungs are clear.</p><h2>Liver</h2>')
  expect(say('new paragraph no lesion', 'heading', 'spleen')).toBe(
    '<p>The lungs are clear.</p><h2>Liver</h2><p>No lesion</p><h2>Spleen</h2>',
  )
  open('<p>one two</p>')
  editor.commands.setTextSelection(4)
  expect(say('heading', 'middle')).toBe('<p>one</p><h2>Middle</h2><p> two</p>')
})

test('heading repeated on an empty line, or at the beginning of one, removes it', () => {
  expect(say('heading', 'heading', 'text')).toBe('<p>Text</p>')
  open('<p>one</p><p>two</p>')
  editor.commands.setTextSelection(6)
  expect(say('heading')).toBe('<p>one</p><h2>two</h2>')
})

test('lines are aligned', () => {
  expect(say('one', 'align center')).toBe('<p style="text-align: center;">One</p>')
  expect(say('align right')).toBe('<p style="text-align: right;">One</p>')
  expect(say('align left')).toContain('left')
})

test('delete removes the word before, delete right the word behind, a joint at the edge', () => {
  expect(say('one two three', 'delete')).toBe('<p>One two</p>')
  editor.commands.setTextSelection(4)
  expect(say('delete right')).toBe('<p>One</p>')
  open('<p>one</p><p>two</p>')
  editor.commands.setTextSelection(6)
  expect(say('delete')).toBe('<p>onetwo</p>')
  open('<p>one</p><p>two</p>')
  editor.commands.setTextSelection(4)
  expect(say('delete right')).toBe('<p>onetwo</p>')
  open('<p>one<br>two</p>')
  editor.commands.setTextSelection(5)
  expect(say('delete')).toBe('<p>onetwo</p>')
})

test('a selection is deleted, and words replace it', () => {
  open('<p>The left kidney</p>')
  editor.commands.setTextSelection({ from: 5, to: 9 })
  expect(say('right')).toBe('<p>The right kidney</p>')
  editor.commands.setTextSelection({ from: 5, to: 11 })
  expect(say('delete')).toBe('<p>The kidney</p>')
})

test('go to last moves behind the last word', () => {
  open('<p>one</p><p>two</p>')
  editor.commands.setTextSelection(1)
  expect(say('go to last', 'three')).toBe('<p>one</p><p>two three</p>')
})

test('each utterance is one undo step with all its commands, and later typing is another', () => {
  say('one full stop two new paragraph bold three')
  say('four')
  editor.commands.insertContent(' typed')
  expect(editor.getText()).toContain('typed')
  expect(say('undo')).toBe('<p>One. Two</p><p><strong>Three four</strong></p>')
  expect(say('undo')).toBe('<p>One. Two</p><p><strong>Three</strong></p>')
  expect(say('undo')).toBe('<p></p>')
  expect(say('redo')).toBe('<p>One. Two</p><p><strong>Three</strong></p>')
  expect(say('redo redo')).toContain('typed')
})

test('text typed just before is not undone with an utterance', () => {
  editor.commands.insertContent('typed')
  say('said')
  expect(say('undo')).toBe('<p>typed</p>')
})

test('in a list a new paragraph is the next item', () => {
  open('<ul><li><p>one</p></li></ul>')
  expect(say('new paragraph two')).toBe('<ul><li><p>one</p></li><li><p>Two</p></li></ul>')
})

test('an editor that accepts no words says so and stays unchanged', () => {
  open('<p>one</p>')
  editor.setEditable(false)
  expect(runSteps(editor, parseUtterance('two', 'en'), 'en')).toBe(false)
  expect(editor.getHTML()).toBe('<p>one</p>')
  editor.destroy()
  expect(runSteps(editor, parseUtterance('two', 'en'), 'en')).toBe(false)
})
