import { PDFDocument } from 'pdf-lib'
import { expect, test } from 'vitest'
import { compareWords } from '#domain/report/compare-words.ts'
import { hashesOfKeywords } from '#domain/report/signature-address.ts'
import { readDocument } from '#render/pdf/read-document.ts'
import { renderReport } from '#render/render-report.ts'
import { paperInput, paperReport } from '#tests/helpers/paper/paper-fixture.ts'
import { renderAssets } from '#tests/helpers/paper/render-assets.ts'

const HASH = 'c0'.repeat(32)
const sentence = 'The liver is normal in size and shows homogeneous attenuation without focal lesion. '

interface Parts {
  description: string
  conclusion?: string
}

const print = ({ description, conclusion = '' }: Parts) =>
  renderReport(
    paperInput({
      reports: [
        paperReport({
          description,
          conclusion,
          check: { hash: HASH, url: `https://x.test/verify-signature?h=${HASH}` },
        }),
      ],
    }),
    renderAssets(new Map()),
  )

const signed = ({ description, conclusion = '' }: Parts) => ({
  report_data: description,
  conclusion,
  recommendation: '',
})

/** Compares the words of a printed report with the signed ones. */
async function compare(parts: Parts, against: Parts = parts) {
  const { words } = await readDocument(await print(parts))
  return compareWords(signed(against), words)
}

const REPORT = {
  description:
    '<h2>Findings</h2><p>A calculus of <strong>5.5 mm</strong> in the right kidney; fluffy office.</p>',
  conclusion: '<p>Right renal calculus.</p>',
}

test('a printed report contains its hash, and its words are the signed ones', async () => {
  const file = await readDocument(await print(REPORT))
  expect(hashesOfKeywords(file.keywords)).toEqual([HASH])
  expect(file.words).toContain('5.5 mm')
  const compared = await compare(REPORT)
  expect(compared).toMatchObject({ verdict: 'more', missing: 0 })
  expect(compared.more.join('\n')).toContain('Anjali Menon')
})

test('one changed letter, side or decimal is found', async () => {
  for (const [from, to] of [
    ['right kidney', 'left kidney'],
    ['5.5 mm', '55 mm'],
    ['Findings', 'Finding'],
  ] as const) {
    const changed = { ...REPORT, description: REPORT.description.replace(from, to) }
    expect(await compare(changed, REPORT), to).toMatchObject({ verdict: 'different' })
  }
})

test('lists, tables and Hindi are read as they were written', async () => {
  const description =
    '<ul><li>First point</li><li>Second point</li></ul><ol start="9"><li>Ninth</li><li>Tenth</li></ol><table><tbody><tr><td>Kidney</td><td>9 cm</td></tr></tbody></table><p>फेफड़े साफ हैं। CO<sub>2</sub></p>'
  expect(await compare({ description })).toMatchObject({ missing: 0 })
})

test('Arabic is read in the order in which it was written', async () => {
  const description = '<p dir="rtl">الكبد طبيعي الحجم 12 سم و CT طبيعي.</p>'
  expect(await compare({ description })).toMatchObject({ missing: 0 })
})

test('a paragraph that continues after the end of a page is found in its two pieces', async () => {
  const description = Array.from({ length: 14 }, (_, n) => `<p>${n + 1}: ${sentence.repeat(9)}</p>`).join('')
  expect(await compare({ description })).toMatchObject({ missing: 0 })
  const changed = description.replace('14: The liver is normal', '14: The liver is large')
  expect(await compare({ description: changed }, { description })).toMatchObject({ missing: 1 })
})

test('a file that another program saved again is still read', async () => {
  const document = await PDFDocument.load(await print(REPORT))
  const { words, keywords } = await readDocument(await document.save({ useObjectStreams: false }))
  expect(hashesOfKeywords(keywords)).toEqual([HASH])
  expect(compareWords(signed(REPORT), words).missing).toBe(0)
})

test('a file that is no PDF is refused, and one without words has none', async () => {
  await expect(readDocument(new TextEncoder().encode('<html>'))).rejects.toThrow()
  const empty = await PDFDocument.create()
  empty.addPage()
  expect((await readDocument(await empty.save())).words).toBe('')
})
