import { Editor } from '@tiptap/react'
import { afterEach, expect, test } from 'vitest'
import { reportExtensions } from '#src/ui/rich-text/extensions/report-extensions.ts'
import { findWords } from '#src/ui/rich-text/find-words.ts'

let editor: Editor | undefined
afterEach(() => editor?.destroy())

/** Returns the text of the found words. */
function found(html: string, sentence: string, words: string[]): string | undefined {
  editor = new Editor({
    extensions: reportExtensions(async () => undefined),
    content: html,
    injectCSS: false,
  })
  const { doc } = editor.state
  const place = findWords(doc, sentence, words)
  return place && `${doc.textBetween(0, place.from, '|')}>${doc.textBetween(place.from, place.to, '|')}`
}

test('the words in question are found in their own sentence, not in an earlier one', () => {
  const html = '<p>No left kidney stone.</p><p>Cyst of the <b>left</b> kidney. More.</p>'
  expect(found(html, 'Cyst of the left kidney.', ['left kidney'])).toBe(
    'No left kidney stone.|Cyst of the >left kidney',
  )
})

test('a sentence without words in question is found as a whole, with any blanks', () => {
  expect(found('<p>One. Size\u00a0is 5 mm.</p>', 'Size  is 5 mm.', [])).toBe('One. >Size\u00a0is 5 mm.')
})

test('words of a sentence that spans several cells are found separately', () => {
  const table = '<table><tbody><tr><td><p>Side</p></td><td><p>uterus</p></td></tr></tbody></table>'
  expect(found(table, 'Side\tuterus', ['uterus'])).toMatch(/>uterus$/)
})

test('special characters of patterns are literal, and pictures and line breaks count', () => {
  const html = '<p>First<br>Size (5.0 mm) [ ] *</p>'
  expect(found(html, 'Size (5.0 mm) [ ] *', ['[ ]'])).toMatch(/>\[ \]$/)
})

test('a hyphen in the sentence and in the words is a hyphen', () => {
  const html = '<p>Non-obstructing left-sided calculus.</p>'
  expect(found(html, 'Non-obstructing left-sided calculus.', ['left-sided'])).toBe(
    'Non-obstructing >left-sided',
  )
})

test('removed text is not found', () => {
  expect(found('<p>Lungs clear.</p>', 'Cyst.', ['cyst'])).toBeUndefined()
  expect(found('<p>Lungs clear.</p>', '', [])).toBeUndefined()
})
