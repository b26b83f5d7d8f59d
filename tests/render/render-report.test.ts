import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { PaperInput, PaperSignature } from '#render/paper-input.ts'
import { renderReport } from '#render/render-report.ts'
import { paperInput, paperReport } from '#tests/helpers/paper/paper-fixture.ts'
import { hasPoppler, pageInks, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { renderAssets } from '#tests/helpers/paper/render-assets.ts'

const FILE_ID = '00000001-0000-4000-8000-000000000000'
const block = async (width: number, height: number, format: 'png' | 'jpeg', background = '#224488') =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background } })
      .toFormat(format)
      .toBuffer(),
  )
const images = new Map([
  ['header', await block(1240, 180, 'jpeg')],
  ['footer', await block(1240, 100, 'png')],
  ['signature', await block(300, 90, 'png')],
  ['white', await block(1240, 180, 'png', '#ffffff')],
  [FILE_ID, await block(1200, 800, 'jpeg')],
])
const print = (changes: Partial<PaperInput>) => renderReport(paperInput(changes), renderAssets(images))
const describe = (description: string) => ({ reports: [paperReport({ description })] })
const signature: PaperSignature = {
  role: 'Signed',
  name: 'Dr. Meera Nair',
  title: 'MD, Consultant Radiologist',
  licenceNo: 'KMC 20412',
  when: '21 Nov 2026 10:42 AM',
  imageId: 'signature',
}
const letterhead = {
  headerImageId: 'header',
  footerImageId: 'footer',
  headerHeightMm: 30,
  footerHeightMm: 15,
}
const sentence = 'The liver is normal in size and shows homogeneous attenuation without focal lesion. '
const longTable = `<table><thead><tr><th>Structure</th><th>Size</th></tr></thead><tbody>${Array.from(
  { length: 120 },
  (_, row) => `<tr><td>Segment ${row + 1}</td><td>${row} mm</td></tr>`,
).join('')}</tbody></table>`
const longText = `${`<p>${sentence.repeat(9)}</p>`.repeat(12)}<img src="/api/file/${FILE_ID}" alt="">${longTable}`

/** Counts the images that a file's pages use, letterhead and signatures included. */
async function imageCount(pdf: Uint8Array): Promise<number> {
  const document = await PDFDocument.load(pdf)
  return document.context
    .enumerateIndirectObjects()
    .filter(([, object]) => String(object).includes('/Subtype /Image')).length
}

test('the same input gives the same bytes', async () => {
  expect(await print(describe(longText))).toEqual(await print(describe(longText)))
})

test('a text outside the report grammar is refused and never printed in part', async () => {
  await expect(print(describe('<p>a</p><script>b</script>'))).rejects.toThrow('cannot be printed')
})

test('one and two signatures have their images; without the option, or under a mark, there is none', async () => {
  const reports = [paperReport({ signatures: [signature, { ...signature, role: 'Verified' }] })]
  expect(await imageCount(await print({ reports }))).toBe(1)
  expect(await imageCount(await print({ reports, options: { letterhead: false, signature: false } }))).toBe(0)
  expect(await imageCount(await print({ reports, mark: 'provisional' }))).toBe(0)
})

test('a missing or broken picture leaves its place empty, and the report is printed', async () => {
  const html = `<p>before</p><img src="/api/file/${FILE_ID}" alt=""><p>after</p>`
  const header = (images.get(FILE_ID) ?? new Uint8Array()).slice(0, 700)
  for (const broken of [new Map(), new Map([[FILE_ID, header]]), new Map([[FILE_ID, new Uint8Array(9)]])])
    expect((await renderReport(paperInput(describe(html)), renderAssets(broken))).length).toBeGreaterThan(
      1000,
    )
})

test('progress ends at one', async () => {
  const shares: number[] = []
  await renderReport(paperInput(describe(longText)), renderAssets(images), (share) => shares.push(share))
  expect(shares).toEqual(shares.toSorted((left, right) => left - right))
  expect(shares.at(-1)).toBe(1)
})

test.skipIf(!hasPoppler)('only parts with content have headings, in order', async () => {
  const [page = ''] = pageTexts(
    await print({
      reports: [
        paperReport({
          description: '<p>No bleed.</p>',
          conclusion: '<p> </p><p></p>',
          recommendation: '<p>MRI brain.</p>',
          signatures: [signature],
        }),
      ],
      disclaimer: 'Correlate clinically.',
    }),
  )
  const order = ['CT Brain', 'Description', 'No bleed.', 'Recommendation', 'MRI brain.', 'Dr. Meera Nair']
  const places = [...order, 'KMC 20412', 'Signed 21 Nov 2026 10:42 AM', 'Correlate clinically.'].map((text) =>
    page.indexOf(text),
  )
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((left, right) => left - right))
  expect(page).not.toContain('Conclusion')
})

test.skipIf(!hasPoppler)('every page has the patient and its number; no sentence is lost', async () => {
  const pages = pageTexts(await print(describe(longText)))
  expect(pages.length).toBeGreaterThan(3)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('Anjali Menon')
    expect(page).toContain('P-00412')
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
  }
  expect(pages.join(' ').replace(/\s+/g, ' ').split('homogeneous').length - 1).toBe(9 * 12)
  for (let row = 1; row <= 120; row++) expect(pages.join('\n')).toContain(`Segment ${row}\n`)
})

test.skipIf(!hasPoppler)('the head of a table is repeated on each page of the table', async () => {
  const pages = pageTexts(await print(describe(longTable)))
  expect(pages.length).toBeGreaterThan(2)
  for (const page of pages) expect(page.split('Structure').length - 1).toBe(1)
})

test.skipIf(!hasPoppler)('a row taller than a page continues with its head', async () => {
  const cell = Array.from({ length: 80 }, (_, line) => `<p>Line ${line + 1}.</p>`).join('')
  const pages = pageTexts(
    await print(describe(`<table><tbody><tr><th>Head</th></tr><tr><td>${cell}</td></tr></tbody></table>`)),
  )
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages) expect(page).toContain('Head')
  for (let line = 1; line <= 80; line++) expect(pages.join('\n')).toContain(`Line ${line}.`)
})

test.skipIf(!hasPoppler)('each page of a report that is not filed says so', async () => {
  for (const [mark, words] of [
    ['provisional', 'Provisional, not yet filed'],
    ['unsigned', 'Draft, not signed'],
    ['superseded', 'Superseded by a later revision'],
  ] as const)
    for (const page of pageTexts(await print({ ...describe(longText), mark }))) expect(page).toContain(words)
})

test.skipIf(!hasPoppler)('birth date and age are printed as the client chose', async () => {
  const { patient } = paperInput()
  const pageFor = async (dobAge: typeof patient.dobAge) =>
    pageTexts(await print({ patient: { ...patient, dobAge } }))[0] ?? ''
  expect(await pageFor('BOTH')).toMatch(/54Y[^]*03 Feb 1972/)
  expect(await pageFor('AGE')).not.toContain('03 Feb 1972')
  expect(await pageFor('DOB')).not.toContain('54Y')
})

test.skipIf(!hasPoppler)('each report of a study begins on a separate page', async () => {
  const reports = ['CT Brain', 'CT Neck'].map((name) => paperReport({ name }))
  const pages = pageTexts(await print({ reports }))
  expect(pages).toHaveLength(2)
  expect(pages[0]).toContain('CT Brain')
  expect(pages[1]).toContain('CT Neck')
})

test.skipIf(!hasPoppler)('Devanagari is copied in reading order', async () => {
  const text = 'मस्तिष्क का सीटी स्कैन सामान्य है और कोई रक्तस्राव नहीं है।'
  expect(pageTexts(await print(describe(`<p>${text}</p>`)))[0]).toContain(text)
})

test.skipIf(!hasPoppler)(
  'Arabic is copied in the order of its letters and words, including numbers',
  async () => {
    const text = 'لا يوجد نزيف حاد بقياس 12.4 مم'
    const [page = ''] = pageTexts(await print(describe(`<p dir="rtl">${text}</p>`)))
    // The position of a number among the parts of a line depends on the program.
    for (const stretch of text.split(/ ?12\.4 ?/)) expect(page).toContain(stretch)
    expect(page).toContain('12.4')
  },
)

test.skipIf(!hasPoppler)('ink stays inside the margins, for any text', async () => {
  const margins = { top: 25, right: 30, bottom: 20, left: 15 }
  const wide = `<p>${'W'.repeat(400)}</p><table><tbody><tr>${'<td>Parameter</td>'.repeat(16)}</tr></tbody></table>`
  const arabic = `<p dir="rtl" style="text-align: justify">${'يظهر التصوير المقطعي للبطن. '.repeat(30)}</p>`
  const pages = pageInks(await print({ ...describe(longText + wide + arabic), marginsPlain: margins }))
  expect(pages.length).toBeGreaterThan(3)
  for (const ink of pages) {
    // One dot of the raster is 0.254 mm; the frame of a table extends half a line beyond the measure.
    expect(ink?.left).toBeGreaterThanOrEqual(margins.left - 0.6)
    expect(ink?.top).toBeGreaterThanOrEqual(margins.top - 0.6)
    expect(ink?.right).toBeLessThanOrEqual(210 - margins.right + 0.6)
    expect(ink?.bottom).toBeLessThanOrEqual(297 - margins.bottom + 0.6)
  }
})

test.skipIf(!hasPoppler)('text never overlaps the letterhead, however small the margins', async () => {
  // White strips: all ink found is text.
  const pdf = await print({
    ...describe(longText),
    options: { letterhead: true, signature: true },
    margins: { top: 5, right: 18, bottom: 5, left: 18 },
    letterhead: { ...letterhead, headerImageId: 'white', footerImageId: 'white' },
  })
  for (const ink of pageInks(pdf)) {
    expect(ink?.top).toBeGreaterThanOrEqual(letterhead.headerHeightMm - 0.6)
    expect(ink?.bottom).toBeLessThanOrEqual(297 - letterhead.footerHeightMm + 0.6)
  }
})

const inkFor = async (isPrinted: boolean) =>
  pageInks(await print({ letterhead, options: { letterhead: isPrinted, signature: true } }))[0]

test.skipIf(!hasPoppler)('the letterhead is printed with it and left out without it', async () => {
  expect((await inkFor(true))?.top).toBeLessThan(1)
  expect((await inkFor(true))?.left).toBeLessThan(10)
  expect((await inkFor(false))?.top).toBeGreaterThan(17)
})

test.skipIf(!hasPoppler)(
  'a missing header is replaced by the issuer in words, with any margins',
  async () => {
    const issuer = ['Sunrise Diagnostics', 'Andheri', '12 Hill Road', '022 1234']
    const gone = { ...letterhead, headerImageId: 'gone', footerImageId: 'gone', issuer }
    for (const top of [5, 40]) {
      const input = {
        letterhead: gone,
        options: { letterhead: true, signature: true },
        margins: { top, right: 18, bottom: 28, left: 18 },
      }
      const pdf = await print({ ...input, ...describe(longText) })
      for (const page of pageTexts(pdf)) {
        const lines = page.split('\n').map((line) => line.trim())
        const at = (words: string) => lines.findIndex((line) => line.includes(words))
        expect(at('Sunrise Diagnostics')).toBeGreaterThanOrEqual(0)
        expect(at('022 1234')).toBeGreaterThan(at('Sunrise Diagnostics'))
        expect(at('Anjali Menon')).toBeGreaterThan(at('022 1234'))
      }
      for (const ink of pageInks(pdf)) expect(ink?.top).toBeGreaterThanOrEqual(7.4)
      expect(await imageCount(pdf)).toBe(await imageCount(await print(describe(longText))))
    }
  },
)
