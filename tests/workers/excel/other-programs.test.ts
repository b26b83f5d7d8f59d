import { expect, test } from 'vitest'
import { previewSheet } from '#src/workers/excel/preview-sheet.ts'
import { readSheet } from '#src/workers/excel/read-sheet.ts'
import { blob, HEAD_ROW, textCell } from './sheets.ts'
import { asZip64, type HandSheet, packed, partsOf, withDescriptors } from './zips.ts'

const read = (bytes: Uint8Array<ArrayBuffer>) => readSheet(blob(bytes), 'services.xlsx')
const row = (line: number, name: string, charges: string) =>
  `<row r="${line}">${textCell(`A${line}`, name)}<c r="B${line}"><v>${charges}</v></c></row>`
const PRICES: HandSheet = {
  name: 'Prices',
  rows: HEAD_ROW + Array.from({ length: 150 }, (_, at) => row(at + 2, `CT ${at}`, `${at}`)).join(''),
}
const NOTES: HandSheet = { name: 'Notes', rows: row(1, 'Nothing', '1') }

test.each([
  ['in the order of openpyxl, what names an office file last', packed],
  ['with the sizes behind each file', withDescriptors],
  ['as zip64', (parts: [string, Uint8Array][]) => asZip64(packed(parts))],
])('a workbook %s is read by its directory', async (_, pack) => {
  const { rows } = await read(pack(partsOf([PRICES])))
  expect(rows).toHaveLength(150)
  expect(rows.at(-1)).toMatchObject({ line: 151, cells: ['CT 149', '149', ''] })
})

test('the first visible sheet is read and named, and so are the unread ones', async () => {
  const chart: HandSheet = { name: 'Chart', rows: '', isChart: true }
  const old: HandSheet = { ...NOTES, name: 'Old &amp; gone', state: 'hidden' }
  const deep: HandSheet = { ...NOTES, name: 'Macro', state: 'veryHidden' }
  const { rows, sheet } = await read(packed(partsOf([old, deep, chart, PRICES, NOTES])))
  expect(rows).toHaveLength(150)
  expect(sheet).toEqual({ name: 'Prices', notRead: ['Notes'], hidden: ['Old & gone', 'Macro'] })
})

test('a long hidden sheet does not block the one being read, and a long one is refused beside a short one', async () => {
  const long = (count: number) =>
    HEAD_ROW + Array.from({ length: count }, (_, at) => row(at + 2, 'CT', '1')).join('')
  const hidden: HandSheet = { name: 'Old', rows: long(20_500), state: 'hidden' }
  expect((await read(packed(partsOf([hidden, PRICES])))).rows).toHaveLength(150)
  await expect(read(packed(partsOf([{ ...PRICES, rows: long(20_500) }, NOTES])))).rejects.toThrow(
    'This sheet has 20,500 rows.',
  )
})

test('a workbook with only hidden sheets says so', async () => {
  await expect(read(packed(partsOf([{ ...PRICES, state: 'hidden' }])))).rejects.toThrow(
    'Every sheet of this file is hidden. Show the one to import in your spreadsheet and save the file.',
  )
})

test('percentages count in the read sheet, also with prefixed markup and cells without a position', async () => {
  const styles = '<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="9"/></cellXfs>'
  const first: HandSheet = { name: 'Old', rows: HEAD_ROW, state: 'hidden' }
  const plain: HandSheet = {
    name: 'Prices',
    rows: `${HEAD_ROW}<row r="2">${textCell('A2', 'CT')}<c r="B2" s="1"><v>0.1</v></c></row>`,
  }
  expect((await read(packed(partsOf([first, plain], styles)))).rows[0]?.cells).toEqual(['CT', '10%', ''])
})

test('a formula without a value and an error are reported with their cell', async () => {
  const sheet: HandSheet = {
    name: 'Prices',
    rows:
      `${HEAD_ROW}<row r="2">${textCell('A2', 'CT')}<c r="B2"><f>600*2</f><v>1200</v></c></row>` +
      `<row r="3">${textCell('A3', 'MR')}<c r="B3"><f>B2*2</f><v></v></c></row>` +
      `<row r="4">${textCell('A4', 'US')}<c r="B4"><f>B2*2</f></c></row>` +
      `<row r="5">${textCell('A5', 'XR')}<c r="B5" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`,
  }
  const judged = previewSheet(
    await read(packed(partsOf([sheet]))),
    { kind: 'services', decimals: 2, currency: 'INR', isRadiology: false },
    new Set(),
  )
  const noValue = (cell: string) =>
    `Charges is a formula without a value in ${cell}. Open the file in your spreadsheet, save it there and import it again`
  expect(judged.map(({ faults }) => faults)).toEqual([
    [],
    [noValue('B3')],
    [noValue('B4')],
    ['Charges is an error in B5: #DIV/0!'],
  ])
})
