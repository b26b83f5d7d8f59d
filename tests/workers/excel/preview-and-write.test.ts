import { readSheet as readByLibrary } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import type { SheetKind } from '#domain/masters/sheet-imports.ts'
import { previewSheet } from '#src/workers/excel/preview-sheet.ts'
import { readSheet } from '#src/workers/excel/read-sheet.ts'
import { createSheet } from '#src/workers/excel/write-sheet.ts'

const SERVICES: SheetKind = { kind: 'services', decimals: 2, currency: 'INR', isRadiology: true }
const NONE: ReadonlySet<string> = new Set()
const rowOf = (line: number, ...cells: string[]) => ({ line, cells, dates: [] })

test('each row is good or says why not: by the rules, by the sheet itself, by existing records', () => {
  const sheet = {
    headings: ['Charges', 'Service Name'],
    rows: [
      rowOf(2, '1200', 'CT Wrist'),
      rowOf(3, '5', 'ct wrist'),
      rowOf(5, '5', 'CT Brain'),
      rowOf(6, 'five', ''),
      { line: 7, cells: ['2026-03-24', 'CT Foot'], dates: [0] },
    ],
  }
  const rows = previewSheet(sheet, SERVICES, new Set(['ct brain']))
  expect(rows.map(({ line, faults }) => [line, faults])).toEqual([
    [2, []],
    [3, ['stands in row 2 already']],
    [5, ['is there already']],
    [6, ['Service Name is required', 'Charges takes digits and a dot only']],
    [7, ['Charges is a date in the sheet; format the cell as text']],
  ])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(5)
})

test('a sheet whose first row names no column is refused with the missing columns', () => {
  const sheet = { headings: ['CT Wrist', '1200'], rows: [rowOf(2, 'CT Foot', '900')] }
  expect(() => previewSheet(sheet, SERVICES, NONE)).toThrow('Missing: Service Name, Charges.')
})

test('20,000 rows are checked, with progress on the way', () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => rowOf(at + 2, `Service ${at}`, '12.5'))
  const told: number[] = []
  const judged = previewSheet({ headings: ['Service Name', 'Charges'], rows }, SERVICES, NONE, (done) =>
    told.push(done),
  )
  expect(judged.every(({ faults }) => faults.length === 0)).toBe(true)
  expect([told[0], told.at(-1)]).toEqual([1_000, 20_000])
})

test('other programs can read the written file, and no text becomes a formula', async () => {
  const sheet = createSheet('Services: all', [
    { title: 'Service Name', width: 20 },
    { title: 'Charges', width: 10 },
  ])
  expect(
    sheet.add([
      ['=HYPERLINK("http://x")', 12.5],
      ['A & B <"C">\u0007', 0],
    ]),
  ).toBe(2)
  expect(sheet.add([['', 7]])).toBe(3)
  const file = sheet.finish()
  expect(await readByLibrary(Buffer.from(await file.arrayBuffer()))).toEqual([
    ['Service Name', 'Charges'],
    ['\'=HYPERLINK("http://x")', 12.5],
    ['A & B <"C">', 0],
    [null, 7],
  ])
})

test('a sheet can have more columns than the alphabet has letters', async () => {
  const titles = Array.from({ length: 60 }, (_, at) => `Column ${at + 1}`)
  const sheet = createSheet(
    'Wide',
    titles.map((title) => ({ title, width: 10 })),
  )
  sheet.add([titles.map((_, at) => at + 1)])
  const bytes = Buffer.from(await sheet.finish().arrayBuffer())
  expect(await readByLibrary(bytes)).toEqual([titles, titles.map((_, at) => at + 1)])
})

test('an export is read back unchanged by the import', async () => {
  const sheet = createSheet('Services', [
    { title: 'Service Name', width: 20 },
    { title: 'Charges', width: 10 },
  ])
  sheet.add([['+Contrast', 1200.25]])
  const { rows } = await readSheet(sheet.finish(), 'services.xlsx')
  expect(rows).toEqual([{ line: 2, cells: ['+Contrast', '1200.25'], dates: [] }])
})
