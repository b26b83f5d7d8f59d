import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MARKUP_DEPTH_MAX, parseMarkup } from '#domain/report/markup.ts'
import type { MarkupNode, MarkupStyle, MarkupTag } from '#domain/report/markup-node.ts'
import { CONTENT_RULES, isInline, TAG_RULES } from '#domain/report/markup-rules.ts'
import { isEmptyMarkup, markupToText, serialiseMarkup } from '#domain/report/markup-text.ts'
import { threadCpuMs } from '#tests/helpers/thread-cpu.ts'

const PICTURE = '/api/file/0197b2c3-1111-7abc-8def-0123456789ab'
const reasonOf = (html: string) => {
  const answer = parseMarkup(html)
  return answer.ok ? 'allowed' : answer.reason
}

test.each([
  ['', []],
  ['<p></p>', [{ tag: 'p', children: [] }]],
  [
    '<p style="text-align: center; color: RGB(1,2,3)">x</p>'.replace('RGB', 'rgb'),
    [{ tag: 'p', style: { textAlign: 'center', color: '#010203' }, children: [{ text: 'x' }] }],
  ],
  ['<p>&lt;5&nbsp;mm &amp; &#x2265; 3</p>', [{ children: [{ text: '<5\u00a0mm & ≥ 3' }] }]],
  ['<ol start="3" type="a"><li><p>x</p></li></ol>', [{ tag: 'ol', start: 3, numbering: 'a' }]],
  [
    '<table style="min-width: 50px;"><colgroup><col style="width: 12.5%"></colgroup><tbody><tr><td colspan="2" rowspan="1" colwidth="100,0"><p>x</p></td></tr></tbody></table>',
    [{ tag: 'table', style: { minWidth: { value: 50, unit: 'px' } } }],
  ],
  [
    `<img src="${PICTURE}" alt="a &lt; b" width="600" height="400">`,
    [{ fileId: PICTURE.slice(10), alt: 'a < b', width: 600, height: 400 }],
  ],
  ['<p dir="rtl">سليم</p>', [{ dir: 'rtl' }]],
  ['<p>a<br/>b</p>', [{ children: [{ text: 'a' }, { tag: 'br' }, { text: 'b' }] }]],
  ['<p>a</p>\n<p>b</p>\n', [{ tag: 'p' }, { tag: 'p' }]],
  [
    '<p>a<strong> </strong>b</p>',
    [{ children: [{ text: 'a' }, { children: [{ text: ' ' }] }, { text: 'b' }] }],
  ],
  ['plain words', [{ kind: 'text', text: 'plain words' }]],
])('%s is read', (html, nodes) => {
  const answer = parseMarkup(html)
  expect(answer).toMatchObject({ ok: true, nodes })
  if (answer.ok) expect(answer.nodes).toHaveLength(nodes.length)
})

test.each([
  ['<script>alert(1)</script>', 'The tag "script" is not allowed.'],
  ['<p onclick="x()">a</p>', 'The attribute "onclick" is not allowed on "p".'],
  ['<p><svg onload="x"></svg></p>', 'The tag "svg" is not allowed.'],
  ['<a href="javascript:x">a</a>', 'The tag "a" is not allowed.'],
  ['<P>a</P>', 'The tag "P" is not written in the allowed form.'],
  ['<p class=x>a</p>', 'The tag "p" is not written in the allowed form.'],
  ["<p dir='rtl'>a</p>", 'The tag "p" is not written in the allowed form.'],
  ['<p/>', 'The tag "p" must be closed by a tag of its own.'],
  ['<p>a', 'The tag "p" is not closed.'],
  ['<p><strong>a</p></strong>', 'The closing tag "p" closes nothing.'],
  ['</p>', 'The closing tag "p" closes nothing.'],
  ['</br>', 'The closing tag "br" closes nothing.'],
  ['<p>a</p><!-- x -->', 'Comments are not allowed.'],
  ['<![CDATA[x]]>', 'Declarations and CDATA are not allowed.'],
  ['<?php x ?>', 'Declarations and CDATA are not allowed.'],
  ['<!DOCTYPE html>', 'Declarations and CDATA are not allowed.'],
  ['<p>5 < 6</p>', 'A "<" in the text must be written as &lt;.'],
  ['<p>A & B</p>', 'An ampersand must be written as &amp;.'],
  ['<p>&copy;</p>', 'An ampersand must be written as &amp;.'],
  ['<p>&#0;&#x80;</p>', 'An ampersand must be written as &amp;.'],
  ['<p>a\u0000b</p>', 'A control character is not allowed.'],
  ['<p>\ud800</p>', 'A control character is not allowed.'],
  ['<p style="position: fixed">a</p>', 'The style "position" is not allowed here.'],
  ['<p style="width: 10px">a</p>', 'The style "width" is not allowed here.'],
  ['<p style="color: red">a</p>', 'The value of the style "color" is not allowed.'],
  ['<p style="color: rgb(1,2,999)">a</p>', 'The value of the style "color" is not allowed.'],
  [
    '<p style="background-color: url(//x)">a</p>',
    'The value of the style "background-color" is not allowed.',
  ],
  ['<p style="color: #fff; color: #000">a</p>', 'The style "color" stands twice.'],
  ['<p style="color: #fff" style="color: #000">a</p>', 'The attribute "style" stands twice.'],
  ['<p data-x="1">a</p>', 'The attribute "data-x" is not allowed on "p".'],
  ['<p><p>a</p></p>', 'The tag "p" may not stand in "p".'],
  ['<ul><p>a</p></ul>', 'The tag "p" may not stand in "ul".'],
  ['<ul>a<li></li></ul>', 'Text may not stand directly in "ul".'],
  ['<td>a</td>', 'The tag "td" may not stand by itself.'],
  ['<img src="https://x/y.png">', 'A picture must be one that was uploaded: its "src" is not allowed.'],
  [
    '<img src="data:image/png;base64,AAAA">',
    'A picture must be one that was uploaded: its "src" is not allowed.',
  ],
  [`<img src="${PICTURE}?sig=1">`, 'A picture must be one that was uploaded: its "src" is not allowed.'],
  [`<img src="${PICTURE}" onerror="x">`, 'The attribute "onerror" is not allowed on "img".'],
  ['<table><tr><td colspan="0">x</td></tr></table>', 'The value of the attribute "colspan" is not allowed.'],
  [
    '<table><tr><td colwidth="1;2">x</td></tr></table>',
    'The value of the attribute "colwidth" is not allowed.',
  ],
])('%s is refused: %s', (html, reason) => {
  expect(reasonOf(html)).toBe(reason)
})

const cellWith = (attributes: string) => `<table><tr><td ${attributes}>x</td></tr></table>`
const pictureWith = (attributes: string) => `<img src="${PICTURE}" ${attributes}>`

test.each([
  ['start', (value: number) => `<ol start="${value}"><li>x</li></ol>`, 0, 99_999],
  ['colspan', (value: number) => cellWith(`colspan="${value}"`), 1, 100],
  ['rowspan', (value: number) => cellWith(`rowspan="${value}"`), 1, 1_000],
  ['width', (value: number) => pictureWith(`width="${value}"`), 1, 10_000],
  ['height', (value: number) => pictureWith(`height="${value}"`), 1, 10_000],
])('%s is allowed within its limits and not beyond them', (_, markup, low, high) => {
  for (const value of [low, high]) expect(reasonOf(markup(value)), String(value)).toBe('allowed')
  for (const value of [low - 1, high + 1])
    expect(reasonOf(markup(value)), String(value)).toContain('is not allowed')
})

test('a picture may have an alternative text of 500 letters', () => {
  expect(reasonOf(pictureWith(`alt="${'x'.repeat(500)}"`))).toBe('allowed')
  expect(reasonOf(pictureWith(`alt="${'x'.repeat(501)}"`))).toBe('The attribute "alt" is too long.')
})

test('a style accepts lengths up to 10,000 pixels and up to 100 percent', () => {
  const table = (width: string) => `<table style="width: ${width}"><tr><td>x</td></tr></table>`
  for (const width of ['10000px', '100%']) expect(reasonOf(table(width))).toBe('allowed')
  for (const width of ['10001px', '101%', '5em'])
    expect(reasonOf(table(width))).toBe('The value of the style "width" is not allowed.')
  expect(reasonOf('<p style="color: rgb(255,255,255)">x</p>')).toBe('allowed')
  expect(reasonOf('<p style="color: rgb(255,255,256)">x</p>')).not.toBe('allowed')
})

test('a list counts from 1 in digits and a cell spans one cell by default', () => {
  expect(parseMarkup('<ol><li>x</li></ol>')).toMatchObject({ nodes: [{ start: 1, numbering: '1' }] })
  const answer = parseMarkup('<table><tr><td>x</td></tr></table>')
  expect(answer).toMatchObject({
    nodes: [{ children: [{ children: [{ tag: 'td', colspan: 1, rowspan: 1 }] }] }],
  })
})

test.each([
  ['p h1 h2 h3 ul ol blockquote table', true],
  ['strong b em i u s sub sup span', false],
] as const)('a direction on %s is allowed: %s', (tags, isAllowed) => {
  for (const tag of tags.split(' ')) {
    expect(reasonOf(`<${tag} dir="auto"></${tag}>`) === 'allowed', tag).toBe(isAllowed)
    expect(reasonOf(`<${tag} dir="up"></${tag}>`), tag).not.toBe('allowed')
  }
})

test('a direction is allowed on parts of lists and tables, on pictures and on breaks, but not on columns', () => {
  expect(reasonOf('<ul><li dir="rtl">x</li></ul><br dir="rtl"><hr dir="rtl">')).toBe('allowed')
  expect(reasonOf(pictureWith('dir="rtl"'))).toBe('allowed')
  const rows = (tag: string) =>
    `<table><${tag} dir="rtl"><tr dir="rtl"><th dir="rtl">x</th><td dir="rtl">x</td></tr></${tag}></table>`
  for (const tag of ['thead', 'tbody']) expect(reasonOf(rows(tag))).toBe('allowed')
  expect(reasonOf('<table><colgroup dir="rtl"></colgroup></table>')).not.toBe('allowed')
  expect(reasonOf('<table><colgroup><col dir="rtl"></colgroup></table>')).not.toBe('allowed')
})

test('blanks between blocks, rows and items are only layout of the source; inside a line they are text', () => {
  const withBlanks = parseMarkup('<ul>\n <li>x</li>\n</ul>\n<table> <tr> <td>x</td> </tr> </table>')
  expect(withBlanks).toEqual(parseMarkup('<ul><li>x</li></ul><table><tr><td>x</td></tr></table>'))
  expect(parseMarkup('<p> </p>')).toMatchObject({ nodes: [{ children: [{ text: ' ' }] }] })
})

test('the place of a fault is the beginning of its tag', () => {
  expect(parseMarkup('<p>ok</p><script>')).toMatchObject({ ok: false, at: 9 })
})

test('a reason never repeats the text around the fault', () => {
  expect(reasonOf('<p>Meera Rao</p><meera-rao-1984 x="y">')).not.toContain('Rao')
})

const nested = (depth: number) => `${'<blockquote>'.repeat(depth)}x${'</blockquote>'.repeat(depth)}`

test('nesting beyond the limit is refused, and a hostile depth costs no time', () => {
  expect(reasonOf(nested(MARKUP_DEPTH_MAX))).toBe('allowed')
  expect(reasonOf(nested(MARKUP_DEPTH_MAX + 1))).toBe('The text is nested too deeply.')
  expect(reasonOf('<blockquote>'.repeat(100_000))).toBe('The text is nested too deeply.')
})

test('long hostile sources are refused at once', () => {
  // Measures processor time, which a busy machine does not lengthen.
  const sources = [
    '<p '.repeat(150_000),
    `<p ${'a="b" '.repeat(80_000)}`,
    '&'.repeat(400_000),
    `<p>${'&amp;'.repeat(90_000)}</p>`,
  ]
  expect(threadCpuMs(() => sources.forEach((source) => parseMarkup(source)))).toBeLessThan(1_500)
})

// ---- property tests ----

const letters = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
    fc.constantFrom(' ', '\n', '\u00a0', ' a'),
  )
  .map((raw) => raw.replace(/[\p{Cc}\p{Cs}\p{Cn}]/gu, '') || 'x')
const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const length = fc.record({
  value: fc.integer({ min: 0, max: 100 }),
  unit: fc.constantFrom('px' as const, '%' as const),
})
const STYLES: Record<string, fc.Arbitrary<MarkupStyle>> = {
  'text-align': fc.constantFrom({ textAlign: 'center' as const }, { textAlign: 'end' as const }),
  color: colour.map((color) => ({ color })),
  'background-color': colour.map((backgroundColor) => ({ backgroundColor })),
  width: length.map((width) => ({ width })),
  'min-width': length.map((minWidth) => ({ minWidth })),
}

function styleOf(tag: MarkupTag): fc.Arbitrary<MarkupStyle> {
  const rule = TAG_RULES[tag]
  return fc
    .tuple(...(rule.styles ?? []).map((one) => fc.option(STYLES[one]!, { nil: {} })))
    .map((all) => Object.assign({}, ...all))
}

const OWN: Partial<Record<MarkupTag, fc.Arbitrary<object>>> = {
  ol: fc.record({ start: fc.nat(50), numbering: fc.constantFrom('1', 'a', 'I') }),
  td: fc.record({ colspan: fc.integer({ min: 1, max: 9 }), rowspan: fc.integer({ min: 1, max: 9 }) }),
  th: fc.record({
    colspan: fc.constant(1),
    rowspan: fc.constant(1),
    colwidth: fc.array(fc.nat(900), { minLength: 1, maxLength: 3 }),
  }),
  img: fc.record({
    fileId: fc.constant(PICTURE.slice(10)),
    alt: fc.string({ unit: 'grapheme-ascii', maxLength: 9 }),
  }),
}

/** Generates any tree that the rules allow inside `parent`, without two adjacent texts. */
function nodesIn(parent: MarkupTag | 'root', depth: number): fc.Arbitrary<MarkupNode[]> {
  const rule = CONTENT_RULES[parent]
  if (depth === 0 || rule.tags.length === 0) return fc.constant([])
  const element = fc.constantFrom(...rule.tags).chain((tag) => elementOf(tag, depth))
  if (!rule.hasText) return fc.array(element, { maxLength: 3 })
  const text = letters.map((one): MarkupNode => ({ kind: 'text', text: one }))
  return fc
    .array(fc.oneof({ weight: 2, arbitrary: text }, { weight: 3, arbitrary: element }), { maxLength: 4 })
    .map((nodes) =>
      nodes.reduce<MarkupNode[]>(
        (kept, node) => (stands(node, kept.at(-1), rule.isLaidOut) ? [...kept, node] : kept),
        [],
      ),
    )
}

/** Two adjacent texts are one to a parser, and blank ones beside a block are only layout of the source. */
function stands(node: MarkupNode, before: MarkupNode | undefined, isLaidOut: boolean): boolean {
  if (node.kind !== 'text') return true
  if (before?.kind === 'text') return false
  const isBlank = /^[ \t\r\n]*$/.test(node.text)
  return !isBlank || !isLaidOut || (before?.kind === 'element' && isInline(before.tag))
}

function elementOf(tag: MarkupTag, depth: number): fc.Arbitrary<MarkupNode> {
  const children = ['img', 'br', 'hr', 'col'].includes(tag)
    ? fc.constant({})
    : nodesIn(tag, depth - 1).map((inside) => ({ children: inside }))
  return fc
    .tuple(styleOf(tag), OWN[tag] ?? fc.constant({}), children)
    .map(([style, own, inside]) => ({ kind: 'element', tag, style, ...own, ...inside }) as MarkupNode)
}

const tree = nodesIn('root', 4)

test('a written tree reads back as the same tree', () => {
  fc.assert(
    fc.property(tree, (nodes) => {
      expect(parseMarkup(serialiseMarkup(nodes))).toEqual({ ok: true, nodes })
    }),
    { numRuns: 300 },
  )
})

const POISON = [
  '<script>alert(1)</script>',
  '<img src="x" onerror="alert(1)">',
  '<iframe src="//x"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<span style="background-color: url(//x)">x</span>',
  '<span style="color: expression(x)">x</span>',
  '<span style="color: #fff;position:fixed">x</span>',
  '<span style="color: #fff/**/;behavior:url(x)">x</span>',
  '<span style="c\\6flor: #fff">x</span>',
  '<style>p{}</style>',
  '<math><mtext></mtext></math>',
  '<p><',
  '<!--><img src=x onerror=x>-->',
]

test('forbidden mark-up is refused at any place in a valid text', () => {
  fc.assert(
    fc.property(tree, tree, fc.constantFrom(...POISON), (before, after, poison) => {
      expect(parseMarkup(`${serialiseMarkup(before)}${poison}${serialiseMarkup(after)}`).ok).toBe(false)
      expect(parseMarkup(`<p>${poison}</p>`).ok).toBe(false)
    }),
  )
})

test('no source passes with a handler, an address or a foreign tag in it', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<p>',
      '</p>',
      '<span style="',
      'color: #fff',
      '">',
      '</span>',
      '"',
      '<',
      '>',
      '=',
      ' on',
      'onclick="x"',
      'javascript:',
      'url(',
      '<script',
      '/',
      '&lt;',
      ';',
    ),
    letters,
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const answer = parseMarkup(pieces.join(''))
      if (!answer.ok) return
      for (const [tag = ''] of serialiseMarkup(answer.nodes).matchAll(/<[^>]*>/g))
        expect(tag).toMatch(
          /^<\/?[a-z0-9]+( (dir|style|start|type|colspan|rowspan|colwidth|src|alt|width|height)="[^"<>]*")*>$/,
        )
      expect(serialiseMarkup(answer.nodes)).not.toMatch(/<[^>]*(url\(|javascript:| on\w+=)/)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['', true],
  ['<p></p>', true],
  ['<p>&nbsp; </p><p><br></p>', true],
  ['<table><tbody><tr><td colspan="1" rowspan="1"><p></p></td></tr></tbody></table>', true],
  ['<p>.</p>', false],
  [`<img src="${PICTURE}">`, false],
  ['<script>', false],
])('%s says nothing: %s', (html, isEmpty) => {
  expect(isEmptyMarkup(html)).toBe(isEmpty)
})

test.each([
  ['<p>one <strong>two</strong></p><p>three</p>', 'one two\nthree'],
  ['<p>a<br>b</p>', 'a\nb'],
  ['<ul><li><p>a</p></li><li><p>b</p><ol><li><p>c</p></li></ol></li></ul>', 'a\nb\nc'],
  [
    '<table><tbody><tr><td><p>a</p></td><td><p>b</p><p>c</p></td></tr><tr><td><p>d</p></td></tr></tbody></table>',
    'a\tb c\nd',
  ],
  ['<p></p>', ''],
])('%s reads as %j', (html, text) => {
  const answer = parseMarkup(html)
  expect(answer.ok && markupToText(answer.nodes)).toBe(text)
})
