// @vitest-environment happy-dom
import { type Extensions, generateHTML, generateJSON, type JSONContent } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import { BackgroundColor, Color, TextStyle } from '@tiptap/extension-text-style'
import { StarterKit } from '@tiptap/starter-kit'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMarkup } from '#domain/report/markup.ts'
import { serialiseMarkup } from '#domain/report/markup-text.ts'

/** The editor's own extensions: the allow-list must accept exactly what they serialise. */
const EXTENSIONS: Extensions = [
  StarterKit.configure({ code: false, codeBlock: false, link: false, heading: { levels: [1, 2, 3] } }),
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  TableKit.configure({ table: { resizable: true } }),
  Image,
  TextStyle,
  Color,
  BackgroundColor,
]
const PICTURE = '/api/file/0197b2c3-1111-7abc-8def-0123456789ab'

const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }).map((raw) => {
  const kept = raw.replace(/[\p{Cc}\p{Cs}\p{Cn}]/gu, '')
  return kept === '' ? 'a' : kept
})
const mark = fc.oneof(
  fc.constantFrom({ type: 'bold' }, { type: 'italic' }, { type: 'underline' }, { type: 'strike' }),
  fc.record({
    type: fc.constant('textStyle'),
    attrs: fc.record({
      color: fc.constantFrom(null, '#ff0000', 'rgb(12, 0, 255)', '#abc'),
      backgroundColor: fc.constantFrom(null, '#ffff00'),
    }),
  }),
)
const inline: fc.Arbitrary<JSONContent> = fc.oneof(
  fc.record({
    type: fc.constant('text'),
    text,
    marks: fc.uniqueArray(mark, { selector: (one) => one.type }),
  }),
  fc.constant({ type: 'hardBreak' }),
)
const alignment = fc.constantFrom(null, 'left', 'center', 'right', 'justify')
const paragraph = fc.record({
  type: fc.constant('paragraph'),
  attrs: fc.record({ textAlign: alignment }),
  content: fc.array(inline, { maxLength: 4 }),
})
const heading = fc.record({
  type: fc.constant('heading'),
  attrs: fc.record({ level: fc.integer({ min: 1, max: 3 }), textAlign: alignment }),
  content: fc.array(inline, { maxLength: 3 }),
})
const picture = fc.record({
  type: fc.constant('image'),
  attrs: fc.record({
    src: fc.constant(PICTURE),
    alt: fc.option(text),
    width: fc.option(fc.integer({ min: 1, max: 2000 })),
    height: fc.option(fc.integer({ min: 1, max: 2000 })),
  }),
})
const { block } = fc.letrec<{
  block: JSONContent
  list: JSONContent
  quote: JSONContent
  table: JSONContent
}>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    paragraph,
    heading,
    picture,
    fc.constant({ type: 'horizontalRule' }),
    tie('list'),
    tie('quote'),
    tie('table'),
  ),
  list: fc
    .tuple(
      fc.boolean(),
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.tuple(paragraph, fc.array(tie('block'), { maxLength: 1 })), { minLength: 1, maxLength: 3 }),
    )
    .map(([isOrdered, start, items]) => ({
      type: isOrdered ? 'orderedList' : 'bulletList',
      ...(isOrdered && { attrs: { start } }),
      content: items.map(([first, more]) => ({ type: 'listItem', content: [first, ...more] })),
    })),
  quote: fc
    .array(tie('block'), { minLength: 1, maxLength: 2 })
    .map((content) => ({ type: 'blockquote', content })),
  table: fc
    .tuple(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom(null, [120]),
      alignment,
      paragraph,
    )
    .map(([rows, columns, colwidth, align, inside]) => ({
      type: 'table',
      content: Array.from({ length: rows }, (_, row) => ({
        type: 'tableRow',
        content: Array.from({ length: columns }, () => ({
          type: row === 0 ? 'tableHeader' : 'tableCell',
          attrs: { colspan: 1, rowspan: 1, colwidth, align: align === 'justify' ? null : align },
          content: [inside],
        })),
      })),
    })),
}))

test('everything that the editor serialises is allowed', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 4 }), (content) => {
      const html = generateHTML({ type: 'doc', content }, EXTENSIONS)
      const parsed = parseMarkup(html)
      expect(parsed.ok ? '' : `${parsed.reason} at ${html.slice(parsed.at - 20, parsed.at + 60)}`).toBe('')
    }),
    { numRuns: 300 },
  )
})

const colourless = (source: string) => source.replaceAll(/(?:background-)?color: [^;"]*/g, 'colour')

test('a document that is read and written again is the same to the editor', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), (content) => {
      const html = generateHTML({ type: 'doc', content }, EXTENSIONS)
      const parsed = parseMarkup(html)
      if (!parsed.ok) throw new Error(parsed.reason)
      const again = serialiseMarkup(parsed.nodes)
      expect(parseMarkup(again)).toEqual(parsed)
      expect(colourless(JSON.stringify(generateHTML(generateJSON(again, EXTENSIONS), EXTENSIONS)))).toBe(
        colourless(JSON.stringify(generateHTML(generateJSON(html, EXTENSIONS), EXTENSIONS))),
      )
    }),
    { numRuns: 100 },
  )
})
