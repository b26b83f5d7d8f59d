import { PDFDocument } from 'pdf-lib'
import { create } from 'qrcode'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fieldsOfPaper, findUnprintable } from '#render/fonts/paper-letters.ts'
import { mergeDocuments } from '#render/merge-documents.ts'
import { bookletImageIdsOf, imageIdsOf } from '#render/paper-images.ts'
import { type BookletInput, PAPER_MARKS, type PaperInput, type PaperSignature } from '#render/paper-input.ts'
import { renderBooklet } from '#render/render-booklet.ts'
import { renderReport } from '#render/render-report.ts'
import { paperInput, paperReport } from '#tests/helpers/paper/paper-fixture.ts'
import { hasPoppler, pageGreys, pageInks, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { renderAssets, renderAssetsFor, shelf } from '#tests/helpers/paper/render-assets.ts'

const HASH = 'ab12'.repeat(16)
const check = { url: `https://readroom.example/verify-signature?h=${HASH}`, hash: HASH }
const signature: PaperSignature = {
  role: 'Signed',
  name: 'Dr. Meera Nair',
  title: 'MD',
  licenceNo: 'KMC 20412',
  when: '21 Nov 2026 10:42 AM',
  imageId: 'signature',
}
const addendum = (content: string, when: string) => ({
  content,
  signature: { ...signature, when, name: 'Dr. Karthik Iyer', imageId: 'second' },
})
const picture = async (shade: string) =>
  new Uint8Array(
    await sharp({ create: { width: 400, height: 300, channels: 3, background: shade } })
      .jpeg()
      .toBuffer(),
  )
const images = new Map([
  ['signature', await picture('#3355aa')],
  ['second', await picture('#aa5533')],
  ['front', await picture('#808080')],
  ['back', await picture('#808080')],
  ...(await Promise.all(
    ['1', '2', '3', '4', '5', '6', '7'].map(async (name) => [name, await picture('#404040')] as const),
  )),
])
const print = (changes: Partial<PaperInput>) => renderReport(paperInput(changes), renderAssets(images))
const signed = (more: Partial<ReturnType<typeof paperReport>> = {}) =>
  paperReport({ signatures: [signature], check, ...more })

const imagesIn = async (pdf: Uint8Array) =>
  (await PDFDocument.load(pdf)).context
    .enumerateIndirectObjects()
    .filter(([, object]) => String(object).includes('/Subtype /Image')).length

test('a file contains the hash of each signed text, and none while it is not the filed one', async () => {
  const other = { ...check, hash: 'cd34'.repeat(16) }
  const keywordsOf = async (changes: Partial<PaperInput>) =>
    (await PDFDocument.load(await print(changes), { updateMetadata: false })).getKeywords()
  const reports = [signed(), signed({ check: other })]
  expect(await keywordsOf({ reports })).toBe(`readroom-signed:${HASH} readroom-signed:${other.hash}`)
  for (const mark of Object.keys(PAPER_MARKS) as (keyof typeof PAPER_MARKS)[])
    expect(await keywordsOf({ reports, mark })).toBeUndefined()
})

test.skipIf(!hasPoppler)('a signature by touch says so with the short fingerprint of its key', async () => {
  const touch = '1A2B 3C4D 5E6F 7081'
  const verified: PaperSignature = { ...signature, role: 'Verified', name: 'Dr. Anjali Mehta', touch }
  const by = { ...signature, touch: '0000 1111 2222 3333' }
  const [text] = pageTexts(await print({ reports: [signed({ signatures: [by, verified] })] }))
  expect(text).toContain('Signed by touch · 0000 1111 2222 3333')
  expect(text).toContain(`Verified by touch · ${touch}`)
  const [plain] = pageTexts(await print({ reports: [signed()] }))
  expect(plain).not.toContain('by touch')
})

test.skipIf(!hasPoppler)(
  'the code beside the signature contains the address of the check, module by module',
  async () => {
    const pdf = await print({ reports: [signed()] })
    const [page] = pageGreys(pdf, 300)
    if (!page) throw new Error('There is no page.')
    const { modules } = create(check.url, { errorCorrectionLevel: 'M' })
    const isDark = (x: number, y: number) =>
      (page.pixels[Math.round(y) * page.width + Math.round(x)] ?? 255) < 128
    // The code is at the left margin; its first dark pixel from above in that column is its corner.
    const left = (18 / 25.4) * 300
    const side = ((22 / 25.4) * 300) / modules.size
    const top = Array.from({ length: page.height }, (_, y) => y).find(
      (y) =>
        y > page.height * 0.2 &&
        isDark(left + side * 0.5, y) &&
        isDark(left + side * 6.5, y) &&
        isDark(left + side * 3.5, y),
    )
    expect(top).toBeDefined()
    let wrong = 0
    for (let row = 0; row < modules.size; row++)
      for (let column = 0; column < modules.size; column++) {
        const dark = isDark(left + (column + 0.5) * side, (top ?? 0) + (row + 0.5) * side)
        if (dark !== (modules.get(row, column) !== 0)) wrong += 1
      }
    expect(wrong).toBe(0)
  },
)

test.skipIf(!hasPoppler)(
  'addenda are after the signatures of their report, each with its own date and name',
  async () => {
    const reports = [
      signed({
        addenda: [
          addendum('<p>First further view.</p>', '22 Nov 2026 09:00 AM'),
          addendum('<p>Second further view.</p>', '23 Nov 2026 09:00 AM'),
        ],
      }),
      signed({ name: 'CT Neck' }),
    ]
    const text = pageTexts(await print({ reports })).join('\n')
    const order = [
      'CT Brain',
      'KMC 20412',
      'Addendum, 22 Nov 2026 09:00 AM',
      'First further view.',
      'Dr. Karthik Iyer',
      'Addendum, 23 Nov 2026 09:00 AM',
      'Second further view.',
      'CT Neck',
    ].map((words) => text.indexOf(words))
    expect(order).not.toContain(-1)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  },
)

test('signatures of addenda follow the option and the mark like those of reports', async () => {
  const reports = [signed({ addenda: [addendum('<p>More.</p>', 'later')] })]
  expect(await imagesIn(await print({ reports }))).toBe(2)
  expect(await imagesIn(await print({ reports, options: { letterhead: false, signature: false } }))).toBe(0)
  expect(await imagesIn(await print({ reports, mark: 'unpaid' }))).toBe(0)
  expect(imageIdsOf(paperInput({ reports })).toSorted()).toEqual(['second', 'signature'])
})

test.skipIf(!hasPoppler)(
  'an unpaid paper says on each page that it must not be handed out, and has no code',
  async () => {
    const long = `<p>${'The liver is normal in size. '.repeat(20)}</p>`.repeat(12)
    const pages = pageTexts(await print({ reports: [signed({ description: long })], mark: 'unpaid' }))
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages) {
      expect(page).toContain('Payment pending, not to be handed out')
      expect(page).not.toContain('Scan to check')
    }
  },
)

test.skipIf(!hasPoppler)(
  'a note below a signature names the verifier if one signature is shown',
  async () => {
    const note = 'Verified by Dr. Mehta, 22 Nov 2026 08:00 AM'
    const [page] = pageTexts(await print({ reports: [signed({ signatures: [{ ...signature, note }] })] }))
    expect(page).toContain(note)
  },
)

test.skipIf(!hasPoppler)(
  'key images are on separate pages after the reports, with the patient on each',
  async () => {
    const keyImages = {
      columns: 3,
      rows: 2,
      background: 'black',
      imageIds: ['1', '2', '3', '4', '5', '6', '7'],
    } as const
    const pdf = await print({ reports: [signed()], keyImages })
    const pages = pageTexts(pdf)
    expect(pages).toHaveLength(3)
    for (const [at, page] of pages.entries()) {
      expect(page).toContain('Anjali Menon')
      expect(page).toContain(`Page ${at + 1} of 3`)
    }
    expect(await imagesIn(pdf)).toBe(8)
    expect(
      pageTexts(await print({ reports: [signed()], keyImages: { ...keyImages, imageIds: [] } })),
    ).toHaveLength(1)
  },
)

const booklet = (changes: Partial<BookletInput> = {}): BookletInput => ({
  ...paperInput({ title: 'Booklet', reports: [] }),
  foot: ['ACC-7781', '20 Nov 2026 09:15 AM'],
  pictures: { columns: 2, rows: 2, background: 'black', imageIds: ['1', null, '2', '3', '4'] },
  frontImageId: 'front',
  backImageId: 'back',
  ...changes,
})

test.skipIf(!hasPoppler)(
  'a booklet has a front, pages of pictures with the patient, and a back',
  async () => {
    const pages = pageTexts(await renderBooklet(booklet(), renderAssets(images)))
    expect(pages).toHaveLength(4)
    for (const at of [1, 2]) {
      expect(pages[at]).toContain('Anjali Menon')
      expect(pages[at]).toContain('P-00412')
      expect(pages[at]).toContain(`Page ${at} of 2`)
    }
    expect(bookletImageIdsOf(booklet())).toEqual(['front', '1', '2', '3', '4', 'back'])
    const alone = booklet({ frontImageId: undefined, backImageId: undefined })
    expect(pageTexts(await renderBooklet(alone, renderAssets(images)))).toHaveLength(2)
  },
)

test.skipIf(!hasPoppler)('the foot of a booklet stays on the sheet, however long its words', async () => {
  const { patient } = paperInput()
  const input = booklet({
    mark: 'unpaid',
    patient: { ...patient, name: `${'Anjali '.repeat(14)}Menon`, id: 'P-'.padEnd(64, '7') },
    studyLines: ['Study', 'Referred by'].map((label) => ({ label, value: 'CT Brain plain '.repeat(16) })),
    foot: ['ACC-'.padEnd(64, '8'), 'CT Brain plain '.repeat(5), '20 Nov 2026 09:15 AM'],
    frontImageId: undefined,
    backImageId: undefined,
  })
  const pdf = await renderBooklet(input, renderAssets(images))
  for (const text of pageTexts(pdf)) expect(text).toContain('09:15')
  for (const ink of pageInks(pdf)) expect(ink?.bottom).toBeLessThan(293)
})

test.skipIf(!hasPoppler)(
  'empty cells show the chosen background, pictures keep their proportions and place',
  async () => {
    const shadeAt = async (background: 'black' | 'white', x: number, y: number) => {
      const input = booklet({ pictures: { columns: 2, rows: 2, background, imageIds: ['1', null] } })
      const page = pageGreys(await renderBooklet(input, renderAssets(images)), 72)[1]
      if (!page) throw new Error('There is no page.')
      return page.pixels[Math.round(y * page.height) * page.width + Math.round(x * page.width)] ?? -1
    }
    // The middle of the first cell, of the empty second one, and of the empty row below.
    expect(await shadeAt('black', 0.27, 0.26)).toBeCloseTo(0x40, -1)
    expect(await shadeAt('black', 0.73, 0.26)).toBeLessThan(5)
    expect(await shadeAt('white', 0.73, 0.26)).toBeGreaterThan(250)
    expect(await shadeAt('white', 0.27, 0.7)).toBeGreaterThan(250)
    // Four by three in a cell that is higher than wide: the background shows above the picture.
    expect(await shadeAt('white', 0.27, 0.06)).toBeGreaterThan(250)
  },
)

const LONG = '<p>The liver is normal in size and shows homogeneous attenuation without focal lesion.</p>'
const addendumOf = '<p>Compared with the films of 2024.</p>'

test.skipIf(!hasPoppler)(
  'a booklet contains the report between front and pictures, over as many pages as needed, with its patient on each',
  async () => {
    const report = signed({
      description: LONG.repeat(90),
      conclusion: '<p>No bleed.</p>',
      addenda: [addendum(addendumOf, '22 Nov 2026 09:00 AM')],
    })
    const input = booklet({
      reports: [report, signed({ name: 'CT Neck' })],
      disclaimer: 'For the physician.',
    })
    const pdf = await renderBooklet(input, renderAssets(images))
    const pages = pageTexts(pdf)
    const [first = '', ...rest] = pages.slice(1, -1)
    const neck = rest.findIndex((page) => page.includes('CT Neck'))
    // Three pages of the long one, the second one, two of pictures.
    expect(pages.length).toBeGreaterThanOrEqual(2 + 3 + 1 + 2)
    for (const words of ['CT Brain', 'Date of birth', 'Description']) expect(first).toContain(words)
    const text = pages.join(' ').replace(/\s+/g, ' ')
    expect(text.match(/homogeneous attenuation/g)).toHaveLength(90)
    for (const words of [
      'No bleed.',
      'Dr. Meera Nair',
      'KMC 20412',
      'Compared with the films',
      'For the physician.',
    ])
      expect(text).toContain(words)
    for (const [at, page] of [first, ...rest].entries()) {
      expect(page).toContain('Anjali Menon')
      expect(page).toContain('P-00412')
      expect(page).toContain(`Page ${at + 1} of ${pages.length - 2}`)
    }
    expect(neck).toBe(rest.length - 3)
    expect(rest[neck]).toContain('For the physician.')
    const document = await PDFDocument.load(pdf, { updateMetadata: false })
    expect(document.getKeywords()).toBe(`readroom-signed:${HASH} readroom-signed:${HASH}`)
    // Signature, front, back and four pictures; the addendum's signature.
    expect(await imagesIn(pdf)).toBe(8)
    expect(bookletImageIdsOf(input)).toEqual(['front', 'signature', 'second', '1', '2', '3', '4', 'back'])
  },
)

test.skipIf(!hasPoppler)(
  'a report without pictures is a booklet too, and a mark stands on each page',
  async () => {
    const none = { columns: 2, rows: 2, background: 'black', imageIds: [] } as const
    const pdf = await renderBooklet(
      booklet({ reports: [signed({ description: LONG.repeat(60) })], pictures: none, mark: 'provisional' }),
      renderAssets(images),
    )
    const pages = pageTexts(pdf).slice(1, -1)
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages) expect(page).toContain(PAPER_MARKS.provisional)
    expect((await PDFDocument.load(pdf, { updateMetadata: false })).getKeywords()).toBeUndefined()
    // Only front and back: a signature's picture means that the text is filed.
    expect(await imagesIn(pdf)).toBe(2)
  },
)

test.skipIf(!hasPoppler)(
  'a booklet in Arabic, Hindi and Tamil has the letters of the report’s own paper',
  async () => {
    const texts = { description: '<p>الرئتان سليمتان</p>', conclusion: '<p>कोई रक्तस्राव नहीं</p>' }
    const reports = [signed({ ...texts, recommendation: '<p>முழு ஆய்வு</p>' })]
    const input = booklet({ reports })
    const [, page = ''] = pageTexts(await renderBooklet(input, await renderAssetsFor(input, images)))
    for (const word of ['रक्तस्राव', 'ஆய்வு']) expect(page).toContain(word)
    expect(page.normalize('NFKC')).toMatch(/الرئتان|ناتئرلا/u)
  },
)

test('a letter without a font is named with its field before a booklet is made', () => {
  const input = booklet({ reports: [signed({ conclusion: '<p>grade \u{1F9FF}</p>' })] })
  expect(findUnprintable(shelf, fieldsOfPaper(input))).toEqual([
    { field: 'Conclusion', letters: ['\u{1F9FF}'] },
  ])
})

test('a booklet with a report outside the grammar is refused and never made in part', async () => {
  const input = booklet({ reports: [signed({ description: '<p>a</p><script>b</script>' })] })
  await expect(renderBooklet(input, renderAssets(images))).rejects.toThrow('cannot be printed')
})

test('the same booklet gives the same bytes, and a missing picture leaves only its cell empty', async () => {
  const make = () => renderBooklet(booklet(), renderAssets(images))
  expect(await make()).toEqual(await make())
  expect((await renderBooklet(booklet(), renderAssets())).length).toBeGreaterThan(1_000)
})

test.skipIf(!hasPoppler)('merged files follow each other and keep the hashes of their texts', async () => {
  const shares: number[] = []
  const one = await print({ reports: [signed()] })
  const two = await print({ reports: [paperReport({ name: 'CT Neck' })] })
  const facts = { title: 'Reports', createdAt: new Date('2026-11-21T10:42:00Z') }
  const merged = await mergeDocuments([one, two], facts, (share) => shares.push(share))
  const pages = pageTexts(merged)
  expect(pages[0]).toContain('CT Brain')
  expect(pages[1]).toContain('CT Neck')
  expect((await PDFDocument.load(merged)).getKeywords()).toBe(`readroom-signed:${HASH}`)
  expect(shares).toEqual([0.5, 1])
  await expect(mergeDocuments([new Uint8Array([1, 2, 3])], facts)).rejects.toThrow()
})
