import { expect, test } from 'vitest'
import { parseMarkup } from '#domain/report/markup.ts'
import type { Block } from '#render/blocks/block.ts'
import { blocksFromMarkup } from '#render/blocks/blocks-from-markup.ts'
import { PLAIN } from '#render/text/inline.ts'

const measure = { width: 400, height: 600 }

function blocksOf(html: string): Block[] {
  const parsed = parseMarkup(html)
  if (!parsed.ok) throw new Error(parsed.reason)
  return blocksFromMarkup(parsed.nodes, {
    measure,
    sizeOf: () => ({ width: 800, height: 400 }),
    style: PLAIN,
    align: 'start',
    direction: undefined,
    listDepth: 0,
  })
}

const inlinesOf = (html: string) => {
  const [block] = blocksOf(html)
  return block?.kind === 'paragraph' ? block.inlines : []
}
const wordsOf = (html: string) =>
  inlinesOf(html).map((inline) => (inline.kind === 'text' ? inline.text : inline.kind))

test('blanks collapse as in a browser, no-break spaces stay', () => {
  expect(wordsOf('<p>  a \n b <strong> c</strong>&nbsp; d </p>')).toEqual(['a b ', 'c', '\u00A0 d'])
})

test('blanks around a line break are dropped', () => {
  expect(wordsOf('<p>a <br> b</p>')).toEqual(['a', 'break', 'b'])
})

test('marks are combined', () => {
  const [inline] = inlinesOf('<p><strong><em><u>x</u></em></strong></p>')
  expect(inline).toMatchObject({ style: { bold: true, italic: true, underline: true, strike: false } })
})

test('an image is scaled to the line and keeps its proportions', () => {
  const src = '/api/file/00000001-0000-4000-8000-000000000000'
  expect(inlinesOf(`<p><img src="${src}" alt=""></p>`)).toMatchObject([{ width: 400, height: 200 }])
  expect(inlinesOf(`<p><img src="${src}" alt="" width="200"></p>`)).toMatchObject([
    { width: 150, height: 75 },
  ])
})

test('letters outside paragraphs become a paragraph', () => {
  expect(blocksOf('loose <strong>text</strong><p>other</p>').map((block) => block.kind)).toEqual([
    'paragraph',
    'paragraph',
  ])
})

test('list items are numbered from the start of the list and use the direction of their letters', () => {
  const items = blocksOf('<ol start="4"><li><p>كبد</p></li><li><p>طحال</p></li></ol>')
  expect(items).toMatchObject([
    { kind: 'item', marker: '4.', direction: 'rtl' },
    { kind: 'item', marker: '5.', direction: 'rtl' },
  ])
})

test('a direction written in the text overrides the first letter, and "auto" restores it', () => {
  expect(blocksOf('<p dir="rtl">CT of كبد</p>')).toMatchObject([{ direction: 'rtl' }])
  expect(blocksOf('<ul dir="rtl"><li><p dir="auto">CT</p></li></ul>')).toMatchObject([
    { blocks: [{ direction: undefined }] },
  ])
})

const rows = (html: string) => {
  const [block] = blocksOf(html)
  return block?.kind === 'table' ? block.rows.map((row) => row.isHead) : []
}

test('leading rows of head cells form a head, and so do all rows in thead', () => {
  expect(rows('<table><tbody><tr><th>a</th></tr><tr><td>b</td></tr></tbody></table>')).toEqual([true, false])
  expect(rows('<table><thead><tr><td>a</td></tr></thead><tbody><tr><td>b</td></tr></tbody></table>')).toEqual(
    [true, false],
  )
})

test('dragged column widths are stored in points', () => {
  const html =
    '<table><colgroup><col style="width: 100px"><col></colgroup><tbody><tr><td>a</td><td>b</td></tr></tbody></table>'
  expect(blocksOf(html)).toMatchObject([{ columns: [75, undefined] }])
})
