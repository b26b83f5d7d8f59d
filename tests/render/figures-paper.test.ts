import { writeFileSync } from 'node:fs'
import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { FiguresPaper, FiguresTable } from '#render/figures-paper.ts'
import { renderFigures } from '#render/render-figures.ts'
import { hasPoppler, pageInks, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { renderAssets } from '#tests/helpers/paper/render-assets.ts'

const MM = 72 / 25.4

const invoices = (count: number): FiguresTable => ({
  kind: 'table',
  columns: [
    { label: 'Visit ID', share: 10 },
    { label: 'Patient', share: 30 },
    { label: 'Net', share: 10, isNumber: true },
  ],
  rows: Array.from({ length: count }, (_, n) => [`V-${n}`, 'Asha Verma\nP-1', `${n}.00`]),
  total: ['Total', '', '99,999.00'],
  empty: 'There are no rows.',
})

const paper = (changes: Partial<FiguresPaper> = {}): FiguresPaper => ({
  title: 'Sales report',
  createdAt: new Date('2026-11-23T10:00:00Z'),
  isLandscape: true,
  issuer: ['Sunrise Diagnostics', 'Mumbai'],
  running: 'Sales report · Andheri',
  foot: ['As at 23 Nov 2026 03:30 PM, position 7', 'SHA-256 of the 2 rows: abc'],
  parts: [{ kind: 'section', title: 'Sales invoices', note: 'Filters: None' }, invoices(2)],
  ...changes,
})

async function print(given: FiguresPaper, name: string, images = new Map<string, Uint8Array>()) {
  const pdf = await renderFigures(given, renderAssets(images))
  if (process.env.PAPERS_OUT) writeFileSync(`${process.env.PAPERS_OUT}/${name}.pdf`, pdf)
  return pdf
}

test('the same figures give the same bytes', async () => {
  expect(await print(paper(), 'figures-twice')).toEqual(await print(paper(), 'figures-twice'))
})

test.skipIf(!hasPoppler)(
  'a long table has its head, foot and page number on each sheet, and its total on the last',
  async () => {
    const pdf = await print(paper({ parts: [invoices(150)] }), 'figures-long')
    const pages = pageTexts(pdf)
    expect(pages.length).toBeGreaterThan(4)
    for (const [index, words] of pages.entries()) {
      for (const said of ['Visit ID', 'As at 23 Nov 2026', 'SHA-256', `Page ${index + 1} of ${pages.length}`])
        expect(words).toContain(said)
      expect(words.includes('Total')).toBe(index === pages.length - 1)
      expect(words.includes('Sunrise Diagnostics')).toBe(index === 0)
      expect(words.includes('Sales report · Andheri')).toBe(index > 0)
    }
    // Every row once, none cut between two sheets.
    const rows = pages.join(' ').match(/V-\d+/g) ?? []
    expect(new Set(rows).size).toBe(150)
    expect(rows).toHaveLength(150)
  },
)

test.skipIf(!hasPoppler)('nothing is outside the margins of a sheet', async () => {
  const pdf = await print(paper({ parts: [invoices(40)] }), 'figures-margins')
  for (const ink of pageInks(pdf)) {
    expect(ink!.left).toBeGreaterThanOrEqual(9.4)
    expect(ink!.right).toBeLessThanOrEqual(297 - 9.4)
    expect(ink!.top).toBeGreaterThanOrEqual(9)
    expect(ink!.bottom).toBeLessThanOrEqual(210 - 9)
  }
})

test.skipIf(!hasPoppler)(
  'the letterhead is on the first sheet in place of the issuer, and is never overwritten',
  async () => {
    const header = await sharp({ create: { width: 1654, height: 268, channels: 3, background: '#224488' } })
      .png()
      .toBuffer()
    const images = new Map([['header', new Uint8Array(header)]])
    const given = paper({ letterhead: { headerImageId: 'header' }, parts: [invoices(60)] })
    const pdf = await print(given, 'figures-letterhead', images)
    const [first = '', second = ''] = pageTexts(pdf)
    expect(first).not.toContain('Sunrise Diagnostics')
    expect(second).toContain('Sales report · Andheri')
    const [ink] = pageInks(pdf)
    expect(ink!.top).toBeLessThan(1)
  },
)

test('a letterhead that is not in the store is replaced by the issuer', async () => {
  const pdf = await print(paper({ letterhead: { headerImageId: 'gone' } }), 'figures-no-letterhead')
  if (hasPoppler) expect(pageTexts(pdf)[0]).toContain('Sunrise Diagnostics')
})

test('a sheet is landscape or portrait as the paper requires', async () => {
  const sizeOf = async (isLandscape: boolean) => {
    const document = await PDFDocument.load(await print(paper({ isLandscape }), 'figures-size'))
    const { width, height } = document.getPage(0).getSize()
    return [Math.round(width / MM), Math.round(height / MM)]
  }
  expect(await sizeOf(true)).toEqual([297, 210])
  expect(await sizeOf(false)).toEqual([210, 297])
})

test.skipIf(!hasPoppler)('a table without rows says so, and a chart is under its title', async () => {
  const items = [
    { label: 'MRI', value: 12 },
    { label: 'CT', value: 4 },
  ]
  const pdf = await print(
    paper({
      parts: [
        { ...invoices(0), rows: [] },
        {
          kind: 'chart',
          title: 'Cases by machine',
          height: 0,
          chart: { form: 'list', unit: { kind: 'count' }, items },
        },
      ],
    }),
    'figures-chart',
  )
  const words = pageTexts(pdf).join(' ')
  for (const said of ['There are no rows.', 'Cases by machine', 'MRI', '12']) expect(words).toContain(said)
  expect(words).not.toContain('Total')
})

test.skipIf(!hasPoppler)('signature places are side by side and stay together on one sheet', async () => {
  const places = ['Dr. Asha Menon, date', 'For the centre: name, date']
  // Long tables of every length push the places over the end of a sheet.
  for (const count of [14, 15, 16, 17, 18]) {
    const pdf = await print(paper({ parts: [invoices(count), { kind: 'signatures', places }] }), 'signed')
    const holding = pageTexts(pdf).filter((words) => places.some((place) => words.includes(place)))
    expect(holding).toHaveLength(1)
    for (const place of places) expect(holding[0]).toContain(place)
  }
})
