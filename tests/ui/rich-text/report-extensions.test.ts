import { Editor } from '@tiptap/core'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseMarkup } from '#domain/report/markup.ts'
import { markupToText } from '#domain/report/markup-text.ts'
import { reportExtensions } from '#src/ui/rich-text/extensions/report-extensions.ts'
import { KEEP_SPACES, withoutSourceLines } from '#src/ui/rich-text/kept-spaces.ts'

let editor: Editor
beforeAll(() => {
  editor = new Editor({ extensions: reportExtensions(async () => undefined), injectCSS: false })
})
afterAll(() => editor.destroy())

const IMAGE = '<img src="/api/file/01990000-0000-7000-8000-0000000000f1" alt="key" width="300">'

/** Returns the editor's output after `html` was opened in it. */
function reopened(html: string): string {
  editor.commands.setContent(html)
  return editor.getHTML()
}

function wordsOf(html: string): string {
  const parsed = parseMarkup(html)
  if (!parsed.ok) throw new Error(`${parsed.reason} in ${html}`)
  return markupToText(parsed.nodes)
}

test.each([
  '<p style="text-align: center; color: #ff0000;" dir="rtl">a <strong>b</strong><em>c</em><u>d</u><s>e</s></p>',
  '<p>10<sup>3</sup> SpO<sub>2</sub> <span style="color: #ff0000; background-color: #ffff00;">x</span></p>',
  '<ol start="3" type="a"><li style="text-align: center;"><p>x</p><ul><li><p>y</p></li></ul></li></ol>',
  '<blockquote><p>q</p></blockquote><hr><h1>a</h1><h3 style="text-align: end;">b</h3><p>c<br>d</p>',
  '<table style="min-width: 50px;"><colgroup><col style="min-width: 25px;"><col style="min-width: 25px;"></colgroup><tbody><tr><th><p>h</p></th><td><p>i</p></td></tr></tbody></table>',
  `<p>a${IMAGE}b</p>`,
])('%s leaves the editor unchanged', (html) => {
  expect(reopened(html)).toBe(html)
})

const spaced = (html: string) => {
  editor.commands.setContent(withoutSourceLines(html), { parseOptions: KEEP_SPACES })
  return editor.getHTML()
}

test.each([
  '<p>Liver </p>',
  '<p> Liver  normal </p><p>b</p>',
  '<p>a <strong>b </strong></p><ul><li><p>c </p></li></ul>',
  '<p>x <br> y </p>',
])('%s keeps its spaces when reopened', (html) => {
  expect(spaced(html)).toBe(html)
})

test('line breaks in the source of a template are neither spaces nor lines of the text', () => {
  expect(spaced('<p>\n  a\r\n   b\n</p>\n\n<p class="x">\nc <em>d</em>\ne</p>\n')).toBe(
    '<p>a b</p><p>c <em>d</em> e</p>',
  )
})

const text = fc.constantFrom('liver', 'normal', '≥ 8 mm', 'a &amp; b', 'ab  cd')
const inline = fc.oneof(
  text,
  fc.constantFrom(IMAGE, '<br>'),
  fc
    .tuple(fc.constantFrom('strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup'), text)
    .map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
  text.map((inner) => `<span style="color: rgb(200, 0, 0)">${inner}</span>`),
)
const line = fc.array(inline, { maxLength: 4 }).map((parts) => parts.join(''))
const block = fc.oneof(
  fc.tuple(fc.constantFrom('p', 'h1', 'h2', 'h3'), line).map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
  fc
    .tuple(fc.constantFrom('ul', 'ol'), line)
    .map(([tag, inner]) => `<${tag}><li><p>${inner}</p></li></${tag}>`),
  line.map(
    (inner) => `<table><thead><tr><th>${inner}</th></tr></thead><tbody><tr><td>x</td></tr></tbody></table>`,
  ),
  line.map((inner) => `<blockquote><p>${inner}</p></blockquote>`),
  line,
)

test("for any valid report the editor's output is a valid report with the same words", () => {
  const words = (html: string) => wordsOf(html).split(/\s+/).filter(Boolean)
  fc.assert(
    fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
      const html = blocks.join('')
      expect(words(reopened(html))).toEqual(words(html))
    }),
    { numRuns: 60 },
  )
})

test('a typed picture address does not become an external picture', () => {
  expect(reopened('<p><img src="https://elsewhere.example/x.png">a</p>')).toBe('<p>a</p>')
})
