import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from 'pdf-lib'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { PaperInput } from '#render/paper-input.ts'
import { renderReport } from '#render/render-report.ts'
import { paperInput, paperReport } from '#tests/helpers/paper/paper-fixture.ts'
import { hasPoppler, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { renderAssetsFor } from '#tests/helpers/paper/render-assets.ts'
import { SCRIPT_TEXTS } from '#tests/helpers/paper/scripts-of-names.ts'

const FILE_ID = '00000001-0000-4000-8000-000000000000'
const picture = (format: 'png' | 'jpeg', channels: 3 | 4 = 3) =>
  sharp({ create: { width: 60, height: 40, channels, background: '#224488' } })
    .toFormat(format)
    .toBuffer()

/** All elements of a paper, over two pages: headings, nested lists, tables with a repeated head, pictures. */
const WHOLE = [
  '<h1>Overview</h1><p>Plain, <strong>strong</strong> and <u>underlined</u>.</p>',
  '<ul><li>First<ol><li>Inner</li></ol></li><li>Second</li></ul><ol><li>Other list</li></ol>',
  '<blockquote><p>Quoted.</p></blockquote>',
  `<p>Seen: <img src="/api/file/${FILE_ID}" alt="Axial slice"></p>`,
  `<p>${SCRIPT_TEXTS.Arabic.finding}</p><p>${SCRIPT_TEXTS.Tamil.finding}</p><p>Cafe\u0301 noir</p>`,
  `<table><thead><tr><th>Part</th><th>Size</th></tr></thead><tbody>${Array.from(
    { length: 60 },
    (_, row) => `<tr><td>Segment ${row}</td><td>${row} mm</td></tr>`,
  ).join('')}</tbody></table>`,
].join('')

const whole = (): PaperInput =>
  paperInput({
    title: 'CT Brain <plain> & contrast',
    reports: [
      paperReport({
        description: WHOLE,
        check: { url: 'https://centre.example/verify/abc', hash: 'ab'.repeat(32) },
        signatures: [
          { role: 'Signed', name: 'Dr. Nair', title: '', licenceNo: '', when: '21 Nov 2026', imageId: 'ink' },
        ],
      }),
    ],
    keyImages: { columns: 2, rows: 1, background: 'black', imageIds: [FILE_ID, null] },
    letterhead: { headerImageId: 'head', headerHeightMm: 20, footerHeightMm: 0 },
    options: { letterhead: true, signature: true },
  })

let pdf: Uint8Array
let document: PDFDocument
beforeAll(async () => {
  const images = new Map([
    ['head', new Uint8Array(await picture('jpeg'))],
    ['ink', new Uint8Array(await picture('png', 4))],
    [FILE_ID, new Uint8Array(await picture('jpeg'))],
  ])
  pdf = await renderReport(whole(), await renderAssetsFor(whole(), images))
  document = await PDFDocument.load(pdf, { updateMetadata: false })
})

const name = (text: string) => PDFName.of(text)
const look = (object: PDFObject | undefined) => document.context.lookup(object)
const dict = (object: PDFObject | undefined) => document.context.lookup(object, PDFDict)
const textOf = (object: PDFObject | undefined) => {
  const found = look(object)
  return found instanceof PDFString || found instanceof PDFHexString ? found.decodeText() : undefined
}
const bytesOf = (object: PDFObject | undefined): Uint8Array => {
  const stream = look(object)
  if (!(stream instanceof PDFRawStream)) throw new Error('not a stream')
  return stream.dict.has(name('Filter')) ? decodePDFRawStream(stream).decode() : stream.contents
}
const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const contentOf = (page: number) => {
  const contents = document.getPage(page).node.Contents()
  const streams = contents instanceof PDFArray ? contents.asArray() : []
  return streams.map((each) => latin(bytesOf(each))).join('\n')
}
const dicts = () =>
  document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFDict ? [object] : object instanceof PDFRawStream ? [object.dict] : [],
    )

interface Part {
  role: string
  alt: string | undefined
  language: string | undefined
  kids: Part[]
  marks: { page: string; id: number }[]
}

/** Returns a part of the structure with all parts below it. */
function partOf(ref: PDFObject): Part {
  const element = dict(ref)
  const kids = element.lookup(name('K'), PDFArray).asArray()
  const isMark = (kid: PDFObject) => dict(kid).get(name('Type')) === name('MCR')
  return {
    role: element.lookup(name('S'), PDFName).decodeText(),
    alt: textOf(element.get(name('Alt'))),
    language: textOf(element.get(name('Lang'))),
    kids: kids.filter((kid) => !isMark(kid)).map(partOf),
    marks: kids.filter(isMark).map((kid) => ({
      page: String(dict(kid).get(name('Pg'))),
      id: Number(String(dict(kid).get(name('MCID')))),
    })),
  }
}
const wholePart = () =>
  partOf(
    dict(document.catalog.get(name('StructTreeRoot')))
      .lookup(name('K'), PDFArray)
      .get(0),
  )
const partsIn = (part: Part): Part[] => [part, ...part.kids.flatMap(partsIn)]

test('the file describes itself: marked, in a language, with the same title, dates and words in both descriptions', () => {
  const { catalog } = document
  expect(String(dict(catalog.get(name('MarkInfo'))).get(name('Marked')))).toBe('true')
  expect(textOf(catalog.get(name('Lang')))).toBe('en')
  expect(String(dict(catalog.get(name('ViewerPreferences'))).get(name('DisplayDocTitle')))).toBe('true')
  const metadata = look(catalog.get(name('Metadata')))
  expect(metadata instanceof PDFRawStream && metadata.dict.has(name('Filter'))).toBe(false)
  const xmp = new TextDecoder().decode(bytesOf(catalog.get(name('Metadata'))))
  for (const words of [
    '<pdfaid:part>2</pdfaid:part>',
    '<pdfaid:conformance>A</pdfaid:conformance>',
    'CT Brain &lt;plain&gt; &amp; contrast',
    `<pdf:Keywords>readroom-signed:${'ab'.repeat(32)}</pdf:Keywords>`,
    '<xmp:CreateDate>2026-11-21T10:42:00Z</xmp:CreateDate>',
  ])
    expect(xmp).toContain(words)
  expect(document.getTitle()).toBe('CT Brain <plain> & contrast')
  expect(document.getCreationDate()?.toISOString()).toBe('2026-11-21T10:42:00.000Z')
  const id = document.context.trailerInfo.ID
  expect(String(id)).toMatch(/^\[ (<[0-9a-f]{32}>) \1 \]$/)
  expect(latin(pdf.slice(0, 8))).toBe('%PDF-1.7')
})

test('colours are sRGB: the file contains its profile', () => {
  const intent = dict(document.catalog.lookup(name('OutputIntents'), PDFArray).get(0))
  expect(String(intent.get(name('S')))).toBe('/GTS_PDFA1')
  const profile = bytesOf(intent.get(name('DestOutputProfile')))
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength)
  expect(view.getUint32(0)).toBe(profile.byteLength)
  expect(latin(profile.slice(12, 24))).toBe('mntrRGB XYZ ')
  expect(latin(profile.slice(36, 40))).toBe('acsp')
  const tags = Array.from({ length: view.getUint32(128) }, (_, at) => 132 + 12 * at)
  for (const tag of tags)
    expect(view.getUint32(tag + 4) + view.getUint32(tag + 8)).toBeLessThanOrEqual(view.byteLength)
  // The three colours together are the white of the connection space.
  const xyzOf = (signature: string) => {
    const tag = tags.find((at) => latin(profile.slice(at, at + 4)) === signature) ?? 0
    const at = view.getUint32(tag + 4) + 8
    return [0, 4, 8].map((offset) => view.getInt32(at + offset) / 65536)
  }
  const sum = [0, 1, 2].map((axis) =>
    ['rXYZ', 'gXYZ', 'bXYZ'].reduce((all, colour) => all + (xyzOf(colour)[axis] ?? 0), 0),
  )
  for (const [axis, value] of xyzOf('wtpt').entries()) expect(sum[axis]).toBeCloseTo(value, 3)
})

test('every shown glyph is in an embedded font and has a letter', () => {
  const fonts = dicts().filter((each) => each.get(name('Subtype')) === name('Type0'))
  expect(fonts.length).toBeGreaterThan(2)
  const shown = new Map<string, Set<string>>()
  for (let page = 0; page < document.getPageCount(); page++) {
    let font = ''
    for (const [, key, array] of contentOf(page).matchAll(/\/(\S+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (key) font = key
      for (const [, hex = ''] of (array ?? '').matchAll(/<([0-9a-f]*)>/g))
        for (const glyph of hex.match(/.{4}/g) ?? [])
          shown.set(font, (shown.get(font) ?? new Set()).add(glyph))
    }
  }
  expect(shown.size).toBe(fonts.length)
  for (const [key, glyphs] of shown) {
    const font = fonts.find((each) => String(each.get(name('BaseFont'))).endsWith(`+${key}`))
    if (!font) throw new Error(`${key} is not embedded`)
    const descendant = dict(font.lookup(name('DescendantFonts'), PDFArray).get(0))
    expect(descendant.get(name('CIDToGIDMap'))).toBe(name('Identity'))
    expect(
      bytesOf(dict(descendant.get(name('FontDescriptor'))).get(name('FontFile2'))).length,
    ).toBeGreaterThan(500)
    const letters = latin(bytesOf(font.get(name('ToUnicode'))))
    for (const glyph of glyphs) {
      expect(glyph, 'the empty box is drawn and not shown').not.toBe('0000')
      const [, units = ''] = new RegExp(`<${glyph}> <([0-9a-f]+)>`).exec(letters) ?? []
      expect([key, glyph, units]).toEqual([
        key,
        glyph,
        expect.stringMatching(/^(?!0000$|feff$|fffe$)([0-9a-f]{4})+$/),
      ])
      expect(units, 'no letter of one’s own').not.toMatch(/^(e[0-9a-f]|f[0-8])/)
    }
  }
})

test('all ink belongs to a part or is decoration, and every part is found from its page', () => {
  const root = dict(document.catalog.get(name('StructTreeRoot')))
  const numbers = dict(root.get(name('ParentTree'))).lookup(name('Nums'), PDFArray)
  const told = partsIn(wholePart()).flatMap(({ marks }) => marks)
  expect(told.length).toBeGreaterThan(100)
  for (let page = 0; page < document.getPageCount(); page++) {
    const { node, ref } = document.getPage(page)
    expect(Number(String(node.get(name('StructParents'))))).toBe(page)
    const depths: string[] = []
    const ids: number[] = []
    for (const line of contentOf(page).split(/\n/)) {
      for (const [token, role, id] of line.matchAll(
        /\/(\w+) <<\/MCID (\d+)>> BDC|\/Artifact BMC|\/Span <<[^>]*>+ BDC|\bEMC\b|\bTJ\b|\bre f\b|\bDo\b|\bS\b/g,
      )) {
        if (token === 'EMC') depths.pop()
        else if (/BDC|BMC/.test(token)) {
          if (role) expect(depths, 'a part inside of another mark').toEqual([])
          depths.push(role ?? token)
          if (id) ids.push(Number(id))
        } else expect([line.slice(0, 80), depths.length]).toEqual([line.slice(0, 80), expect.any(Number)])
        if (/TJ|re f|Do|^S$/.test(token)) expect(depths.length, line.slice(0, 80)).toBeGreaterThan(0)
      }
    }
    expect(depths).toEqual([])
    expect(ids).toEqual(ids.map((_, at) => at))
    expect(
      told
        .filter((mark) => mark.page === String(ref))
        .map(({ id }) => id)
        .toSorted((a, b) => a - b),
    ).toEqual(ids)
    const parents = document.context.lookup(numbers.get(2 * page + 1), PDFArray).asArray()
    expect(parents).toHaveLength(ids.length)
    for (const parent of parents) expect(parent).toBeInstanceOf(PDFRef)
  }
})

test('the structure has the roles of the text: headings, lists in lists, tables, figures with words', () => {
  const parts = partsIn(wholePart())
  const roles = (role: string) => parts.filter((part) => part.role === role)
  expect(roles('H1')).toHaveLength(1)
  expect(roles('H3')).toHaveLength(1)
  const [outer, inner, other] = roles('L')
  expect([outer?.kids.length, inner?.kids.length, other?.kids.length]).toEqual([2, 1, 1])
  for (const item of roles('LI')) expect(item.kids.map(({ role }) => role)).toEqual(['Lbl', 'LBody'])
  expect(roles('BlockQuote')[0]?.kids.map(({ role }) => role)).toEqual(['P'])
  const [table] = roles('Table')
  expect(table?.kids.map(({ role }) => role)).toEqual(Array.from({ length: 61 }, () => 'TR'))
  expect(table?.kids[0]?.kids.map(({ role }) => role)).toEqual(['TH', 'TH'])
  expect(roles('TH'), 'a head that is repeated is told once').toHaveLength(2)
  expect(roles('Figure').map(({ alt }) => alt)).toEqual([
    'Axial slice',
    'QR code: https://centre.example/verify/abc',
    'Signature of Dr. Nair',
    'Key image 1',
  ])
  expect(roles('P').flatMap(({ language }) => language ?? [])).toEqual(['ar', 'ta'])
})

test('the file contains nothing that PDF/A-2 forbids', () => {
  for (const each of dicts()) {
    for (const key of ['AA', 'JS', 'OPI', 'TR', 'HTP', 'PS', 'Encrypt', 'XFA', 'EmbeddedFiles'])
      expect(each.has(name(key))).toBe(false)
    expect(String(each.get(name('Interpolate')) ?? 'false')).toBe('false')
    expect(each.get(name('ColorSpace'))).not.toBe(name('DeviceCMYK'))
    expect(each.get(name('Filter'))).not.toBe(name('LZWDecode'))
  }
})

test('a picture in CMYK removes only the archive mark from its file', async () => {
  const cmyk = await sharp(await picture('jpeg'))
    .toColourspace('cmyk')
    .jpeg()
    .toBuffer()
  const paper = paperInput({
    reports: [paperReport({ description: `<p><img src="/api/file/${FILE_ID}"></p>` })],
  })
  const images = new Map([[FILE_ID, new Uint8Array(cmyk)]])
  const printed = latin(await renderReport(paper, await renderAssetsFor(paper, images)))
  expect(printed).toContain('<pdf:Producer>')
  expect(printed).not.toContain('pdfaid:part')
})

test.skipIf(!hasPoppler)(
  'Arabic, Tamil and letters of several parts are extracted as they were written',
  () => {
    const text = pageTexts(pdf)
      .join(' ')
      .replaceAll(/[\u200B-\u200F\u202A-\u202E]/g, '')
      .normalize('NFC')
    // Compares the text before a full stop: the position of the stop in a line depends on the program.
    for (const { finding } of [SCRIPT_TEXTS.Arabic, SCRIPT_TEXTS.Tamil])
      expect(text).toContain(finding.replace(/\.$/, ''))
    expect(text).toContain('Café noir')
  },
)

test.skipIf(!existsSync('/usr/bin/qpdf'))('another program finds no fault in the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'readroom-archive-'))
  try {
    writeFileSync(join(folder, 'paper.pdf'), pdf)
    const said = execFileSync('qpdf', ['--check', join(folder, 'paper.pdf')], { encoding: 'utf8' })
    expect(said).toContain('No syntax or stream encoding errors found')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
