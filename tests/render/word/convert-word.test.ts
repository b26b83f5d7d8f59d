import { expect, test } from 'vitest'
import { parseMarkup } from '#domain/report/markup.ts'
import { convertWord } from '#render/word/convert-word.ts'
import { cleanImportedHtml } from '#server/integrations/clean-imported-html.ts'
import { wordParagraph, zipFile } from '#tests/helpers/paper/docx-file.ts'

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const OTHERS =
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml" ' +
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

interface Parts {
  styles?: string
  numbering?: string
  more?: readonly (readonly [string, string])[]
  /** A part beside styles and numbering that the document refers to. */
  relations?: 'footnotes'
}

/** Builds a document with its own styles and numberings, as word processors write one. */
function letter(body: string, { styles = '', numbering = '', more = [], relations }: Parts = {}): Buffer {
  return zipFile([
    [
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ],
    [
      'word/_rels/document.xml.rels',
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${OFFICE}/numbering" Target="numbering.xml"/>${relations ? `<Relationship Id="rId3" Type="${OFFICE}/${relations}" Target="${relations}.xml"/>` : ''}</Relationships>`,
    ],
    ['word/document.xml', `<w:document ${W} ${OTHERS}><w:body>${body}</w:body></w:document>`],
    ['word/styles.xml', `<w:styles ${W}>${styles}</w:styles>`],
    ['word/numbering.xml', `<w:numbering ${W}>${numbering}</w:numbering>`],
    ...more,
  ])
}

async function read(body: string, parts?: Parts) {
  const { html, notes } = await convertWord(letter(body, parts))
  const cleaned = cleanImportedHtml(html)
  expect(parseMarkup(cleaned)).toMatchObject({ ok: true })
  return { html: cleaned, notes }
}

const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const level = (at: number, format: string, start = 1, style = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/>${style}</w:lvl>`
const item = (text: string, numId: number, at = 0) =>
  wordParagraph(text, `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${numId}"/></w:numPr>`)
const LISTS =
  `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal')}${level(1, 'bullet')}</w:abstractNum>` +
  `<w:abstractNum w:abstractNumId="1">${level(0, 'lowerLetter', 3)}</w:abstractNum>` +
  '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>' +
  '<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>'

test('hidden and deleted text is left out, directly or by a style, and reported', async () => {
  const { html, notes } = await read(
    `<w:p>${run('Seen')}${run(' secret', '<w:vanish/>')}${run(' not hidden', '<w:vanish w:val="0"/>')}` +
      `${run(' by style', '<w:rStyle w:val="Ghost"/>')}<w:del><w:r><w:delText> gone</w:delText></w:r></w:del></w:p>`,
    {
      styles:
        '<w:style w:type="character" w:styleId="Base"><w:name w:val="Base"/><w:rPr><w:vanish/></w:rPr></w:style>' +
        '<w:style w:type="character" w:styleId="Ghost"><w:name w:val="Ghost"/><w:basedOn w:val="Base"/></w:style>',
    },
  )
  expect(html).toBe('<p>Seen not hidden</p>')
  expect(notes.lost).toEqual([
    '2 pieces of hidden text',
    '1 piece of text that was deleted with tracked changes',
  ])
})

test('a paragraph of a hidden style is hidden, except for parts switched on in it; its colour and shade count too', async () => {
  const style = (id: string, run: string, paragraph = '') =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/><w:pPr>${paragraph}</w:pPr><w:rPr>${run}</w:rPr></w:style>`
  const { html, notes } = await read(
    `<w:p><w:pPr><w:pStyle w:val="Inner"/></w:pPr>${run('secret ')}${run('shown', '<w:vanish w:val="0"/>')}${run(' both', '<w:rStyle w:val="Ghost"/>')}</w:p>` +
      `<w:p><w:pPr><w:pStyle w:val="Warning"/></w:pPr>${run('Red')}${run(' blue', '<w:color w:val="0000FF"/>')}</w:p>${wordParagraph('Plain')}`,
    {
      styles:
        style('Inner', '<w:vanish/>') +
        style('Warning', '<w:color w:val="C00000"/>', '<w:shd w:val="clear" w:fill="FFF200"/>') +
        '<w:style w:type="character" w:styleId="Ghost"><w:name w:val="Ghost"/><w:rPr><w:vanish/></w:rPr></w:style>',
    },
  )
  expect(html).toBe(
    '<p>shown both</p><p style="background-color: #fff200"><span style="color: #c00000">Red</span><span style="color: #0000ff"> blue</span></p><p>Plain</p>',
  )
  expect(notes.lost).toEqual(['1 piece of hidden text'])
})

test('hidden and deleted text of a footnote is left out too', async () => {
  const note = `<w:footnote w:id="2"><w:p>${run('Seen')}${run(' secret', '<w:vanish/>')}<w:del><w:r><w:delText> gone</w:delText></w:r></w:del></w:p></w:footnote>`
  const { html, notes } = await read(`<w:p>${run('Text')}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>`, {
    more: [['word/footnotes.xml', `<w:footnotes ${W}>${note}</w:footnotes>`]],
    relations: 'footnotes',
  })
  expect(html).toContain('Seen')
  expect(html).not.toMatch(/secret|gone/)
  expect(notes.lost).toEqual([
    '1 piece of hidden text',
    '1 piece of text that was deleted with tracked changes',
  ])
})

test('the words of a text box are kept once, and its lists count once', async () => {
  const box = (inner: string) => `<w:txbxContent>${inner}</w:txbxContent>`
  const both = (inner: string) =>
    `<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><wps:txbx>${box(inner)}</wps:txbx></wp:anchor></w:drawing></mc:Choice>` +
    `<mc:Fallback><w:pict><v:rect><v:textbox>${box(inner)}</v:textbox></v:rect></w:pict></mc:Fallback></mc:AlternateContent>`
  const { html, notes } = await read(
    item('one', 1) +
      `<w:p><w:r>${both(item('two', 1))}</w:r></w:p>` +
      item('three', 1) +
      `<w:p><w:r><w:drawing><wp:anchor><wps:txbx>${box(wordParagraph('Alone'))}</wps:txbx></wp:anchor></w:drawing></w:r></w:p>`,
    { numbering: LISTS },
  )
  expect(html.match(/two/g)).toHaveLength(1)
  expect(html).toContain('<ol start="2"><li>two</li><li>three</li></ol>')
  expect(html).toContain('<p>Alone</p>')
  expect(notes.lost).toEqual([])
})

test('signs of a symbol font stay letters, and an unknown one is reported', async () => {
  const { html, notes } = await read(
    `<w:p>${run('5 ')}${run('\uf06dm \uf0b3', '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>')}<w:r><w:sym w:font="House Signs" w:char="F0FF"/></w:r></w:p>`,
  )
  expect(html).toBe('<p>5 μm ≥</p>')
  expect(notes.lost).toEqual(['1 symbol of a font that no report has'])
})

test('simple fields become their text, page and column breaks a space', async () => {
  const { html, notes } = await read(
    `<w:p>${run('Dear ')}<w:fldSimple w:instr=" MERGEFIELD Name ">${run('Dr Rao')}</w:fldSimple>${run(', seen on ')}` +
      `<w:fldSimple w:instr=" DATE ">${run('21.11.2026')}</w:fldSimple>${run('.')}` +
      `<w:r><w:br w:type="page"/></w:r>${run('Next')}<w:r><w:br w:type="column"/></w:r>${run('last')}<w:r><w:br/></w:r>${run('line')}</w:p>`,
  )
  expect(html).toBe('<p>Dear Dr Rao, seen on 21.11.2026. Next last<br>line</p>')
  expect(notes.kept).toContain('2 fields as their text')
  expect(notes.changed).toContain('2 page breaks became spaces')
})

test('lists keep their numbers: at the start, after an interrupting paragraph, and with changed signs', async () => {
  const { html } = await read(
    item('one', 1) +
      item('two', 1) +
      item('point', 1, 1) +
      item('three', 1) +
      wordParagraph('Between') +
      item('four', 1) +
      item('five', 1) +
      wordParagraph('Between') +
      item('letter c', 2) +
      item('seven', 3) +
      item('eight', 3),
    { numbering: LISTS },
  )
  expect(html).toBe(
    '<ol><li>one</li><li>two<ul><li>point</li></ul></li><li>three</li></ol><p>Between</p>' +
      '<ol start="4"><li>four</li><li>five</li></ol><p>Between</p>' +
      '<ol start="3" type="a"><li>letter c</li></ol><ol start="7"><li>seven</li><li>eight</li></ol>',
  )
})

test('the style determines the level of a list', async () => {
  const style = (id: string, at: number) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="1"/></w:numPr></w:pPr></w:style>`
  const { html } = await read(
    wordParagraph('outer', '<w:pStyle w:val="Outer"/>') +
      wordParagraph('inner', '<w:pStyle w:val="Inner"/>') +
      wordParagraph('out of it', '<w:pStyle w:val="Outer"/><w:numPr><w:numId w:val="0"/></w:numPr>'),
    { numbering: LISTS, styles: style('Outer', 0) + style('Inner', 1) },
  )
  expect(html).toBe('<ol><li>outer<ul><li>inner</li></ul></li></ol><p>out of it</p>')
})

test('a list level can come from a style in its own definition or from a list style', async () => {
  const style = (id: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/><w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr></w:style>`
  const named = (id: string) => `<w:pStyle w:val="${id}"/>`
  const { html } = await read(
    wordParagraph('outer', named('Outer')) +
      wordParagraph('inner', named('Inner')) +
      wordParagraph('outer again', named('Outer')),
    {
      numbering:
        '<w:abstractNum w:abstractNumId="7"><w:numStyleLink w:val="House"/></w:abstractNum>' +
        `<w:abstractNum w:abstractNumId="8"><w:styleLink w:val="House"/>${level(0, 'upperRoman', 1, named('Outer'))}${level(1, 'lowerLetter', 1, named('Inner'))}</w:abstractNum>` +
        '<w:num w:numId="4"><w:abstractNumId w:val="7"/></w:num>',
      styles: style('Outer') + style('Inner'),
    },
  )
  expect(html).toBe('<ol type="I"><li>outer<ol type="a"><li>inner</li></ol></li><li>outer again</li></ol>')
})

test('colour, highlighter and shading are kept if somebody chose them', async () => {
  const { html } = await read(
    `<w:p><w:pPr><w:shd w:val="clear" w:fill="FFF200"/></w:pPr>${run('red', '<w:b/><w:color w:val="C00000"/>')}${run(' black', '<w:color w:val="000000"/>')}` +
      `${run(' auto', '<w:color w:val="auto"/>')}${run(' marked', '<w:highlight w:val="yellow"/>')}</w:p>`,
  )
  expect(html).toContain('<p style="background-color: #fff200">')
  expect(html).toMatch(/<span style="color: #c00000">(<strong>)?red|<strong><span style="color: #c00000">red/)
  expect(html).toContain(' black auto')
  expect(html).toContain('<span style="background-color: #ffff00"> marked</span>')
})

test('alignment and direction of a paragraph and of a style are kept, also from right to left', async () => {
  const { html } = await read(
    wordParagraph('Middle', '<w:pStyle w:val="Mid"/>') +
      wordParagraph('مرحبا', '<w:bidi/>') +
      wordParagraph('نهاية', '<w:bidi/><w:jc w:val="right"/>') +
      wordParagraph('Title', '<w:pStyle w:val="H1"/><w:jc w:val="center"/>') +
      wordParagraph('Right', '<w:jc w:val="right"/>'),
    {
      styles:
        '<w:style w:type="paragraph" w:styleId="Mid"><w:name w:val="Mid"/><w:pPr><w:jc w:val="center"/></w:pPr></w:style>' +
        '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style>',
    },
  )
  expect(html).toBe(
    '<p style="text-align: center">Middle</p><p dir="rtl">مرحبا</p><p dir="rtl" style="text-align: end">نهاية</p>' +
      '<h1 style="text-align: center">Title</h1><p style="text-align: right">Right</p>',
  )
})

test('widths of columns, joined cells and their shades are kept', async () => {
  const cell = (text: string, properties = '') =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${wordParagraph(text)}</w:tc>`
  const { html } = await read(
    `<w:tbl><w:tblGrid><w:gridCol w:w="1500"/><w:gridCol w:w="3000"/></w:tblGrid><w:tr>${cell('Lobe', '<w:shd w:fill="FFC000"/>')}${cell('12 mm')}</w:tr>` +
      `<w:tr>${cell('Both', '<w:gridSpan w:val="2"/>')}</w:tr></w:tbl>`,
  )
  expect(html).toBe(
    '<table><tbody><tr><td colwidth="100" style="background-color: #ffc000"><p>Lobe</p></td><td colwidth="200"><p>12 mm</p></td></tr>' +
      '<tr><td colspan="2" colwidth="100,200"><p>Both</p></td></tr></tbody></table>',
  )
})

test('content that a report cannot contain is reported', async () => {
  const { notes } = await read(
    `<w:p>${run('A', '<w:sz w:val="40"/>')}<m:oMath xmlns:m="x"><m:r><m:t>x</m:t></m:r></m:oMath></w:p>`,
    { more: [['word/header1.xml', `<w:hdr ${W}>${wordParagraph('Dr Rao, Pune')}</w:hdr>`]] },
  )
  expect(notes.lost).toEqual(['1 equation', '1 header or footer'])
  expect(notes.changed).toEqual(['fonts and sizes became those of the report'])
})

test('words that look like markup, entities and a style with our own name stay unchanged', async () => {
  const { html } = await read(
    wordParagraph('&lt;b&gt; &amp;amp; &#233; ]]', '<w:pStyle w:val="readroom-0"/>') +
      wordParagraph('x', '<w:jc w:val="center"/>'),
  )
  expect(html).toBe('<p>&lt;b&gt; &amp;amp; é ]]</p><p style="text-align: center">x</p>')
})
