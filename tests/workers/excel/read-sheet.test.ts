import { expect, test } from 'vitest'
import { packZip } from '#src/workers/excel/pack-zip.ts'
import { readSheet } from '#src/workers/excel/read-sheet.ts'
import { UNPACKED_MAX, unpackMarkup } from '#src/workers/excel/unpack-zip.ts'
import { blob, HEAD, HEAD_ROW, sheetOf, sheetWith, textCell } from './sheets.ts'

const read = async (bytes: Uint8Array<ArrayBuffer>, name = 'services.xlsx') => readSheet(blob(bytes), name)
const MEGABYTE = 1_048_576

test('cells are trimmed to text, empty rows are left out, lines are those of the spreadsheet', async () => {
  const bytes = await sheetOf([
    [...HEAD],
    ['  CT  Brain\n Plain ', 1200.5, '60'],
    [null, null, null],
    [null, '   ', null],
    ["'=1+1", 9_876_543_210, true],
  ])
  const { headings, rows } = await read(bytes)
  expect(headings).toEqual([...HEAD])
  expect(rows).toEqual([
    { line: 2, cells: ['CT Brain Plain', '1200.5', '60'], dates: [] },
    { line: 5, cells: ['=1+1', '9876543210', 'Yes'], dates: [] },
  ])
})

test('a date is distinguished from a number, and a number has neither exponent nor noise', async () => {
  const bytes = await sheetOf([
    [...HEAD],
    ['CT', { value: new Date(Date.UTC(2026, 2, 24)), type: Date }, 0.1 + 0.2],
  ])
  expect((await read(bytes)).rows).toEqual([{ line: 2, cells: ['CT', '2026-03-24', '0.3'], dates: [1] }])
})

test('a formula counts by its stored value, an error and a missing value as blank', async () => {
  const formula = '<c r="B2"><f>600*2</f><v>1200</v></c>'
  const failed = '<c r="C2" t="e"><f>1/0</f><v>#DIV/0!</v></c>'
  const bytes = await sheetWith(
    `<sheetData>${HEAD_ROW}<row r="2">${textCell('A2', 'CT')}${formula}${failed}</row>` +
      `<row r="3">${textCell('A3', 'MR')}<c r="B3"><f>B2*2</f></c></row></sheetData>`,
  )
  expect((await read(bytes)).rows.map(({ cells }) => cells)).toEqual([
    ['CT', '1200', ''],
    ['MR', '', ''],
  ])
})

test('merged cells count by their first', async () => {
  const bytes = await sheetWith(
    `<sheetData>${HEAD_ROW}<row r="2">${textCell('A2', 'CT')}<c r="B2"><v>5</v></c></row>` +
      `<row r="3"><c r="A3"/><c r="B3"><v>6</v></c></row></sheetData><mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>`,
  )
  expect((await read(bytes)).rows.map(({ cells }) => cells.slice(0, 2))).toEqual([
    ['CT', '5'],
    ['', '6'],
  ])
})

test('a sheet without rows has no records', async () => {
  await expect(read(await sheetOf([[...HEAD]]))).rejects.toThrow('There is no records!')
  await expect(read(await sheetOf([[...HEAD], ['  ', null]]))).rejects.toThrow('There is no records!')
})

test('a csv or any other file under the name is refused by its content, and so is a sheet under another name', async () => {
  const words = 'Invalid file! Only .xlsx, .csv and .txt are allowed.'
  const csv = new TextEncoder().encode('Service Name,Charges\nCT,1200\n')
  await expect(read(csv)).rejects.toThrow(words)
  await expect(read(await sheetOf([[...HEAD], ['CT', 1, 2]]), 'services.xls')).rejects.toThrow(words)
  const word = packZip(
    new Map([
      ['[Content_Types].xml', csv],
      ['word/document.xml', csv],
    ]),
  )
  await expect(read(word)).rejects.toThrow(words)
  const bare = packZip(
    new Map([
      ['[Content_Types].xml', csv],
      ['xl/nothing.xml', csv],
    ]),
  )
  await expect(read(bare)).rejects.toThrow(words)
})

test('a damaged file says so', async () => {
  const whole = await sheetOf([[...HEAD], ['CT', 1, 2]])
  await expect(read(whole.slice(0, whole.length - 40))).rejects.toThrow('damaged')
  const bent = whole.slice()
  bent.fill(7, 40, Math.min(600, bent.length - 200))
  await expect(read(bent)).rejects.toThrow(/damaged|Invalid/)
})

test('100,000 rows are refused with the allowed number; formatted empty rows do not count', async () => {
  const rows = (count: number, cells: (line: number) => string) =>
    Array.from({ length: count }, (_, at) => `<row r="${at + 2}">${cells(at + 2)}</row>`).join('')
  const full = await sheetWith(
    `<sheetData>${HEAD_ROW}${rows(100_000, (line) => `<c r="B${line}"><v>1</v></c>`)}</sheetData>`,
  )
  await expect(read(full)).rejects.toThrow(
    'This sheet has 100,000 rows. Split it: one import takes at most 20,000.',
  )
  const blank = await sheetWith(
    `<sheetData>${HEAD_ROW}<row r="2">${textCell('A2', 'CT')}</row>${rows(30_000, (line) => `<c r="A${line}" s="0"/>`).replace('<row r="2"><c r="A2" s="0"/></row>', '')}</sheetData>`,
  )
  expect((await read(blank)).rows).toHaveLength(1)
})

test('a zip bomb is refused by its declared size, before anything is unpacked', async () => {
  const bytes = await sheetOf([[...HEAD], ['CT', 1, 2]])
  expect(() => unpackMarkup(withSaidSize(bytes, 0x7fffffff))).toThrow('unpacks to more than 40 MB')
})

test('a zip bomb with a false size is refused by its unpacked size', async () => {
  const zeros = new Uint8Array(UNPACKED_MAX + MEGABYTE)
  const bomb = packZip(new Map([['xl/workbook.xml', zeros]]))
  expect(bomb.length).toBeLessThan(MEGABYTE)
  expect(() => unpackMarkup(withSaidSize(bomb, 1_000))).toThrow('unpacks to more than 40 MB')
})

test('an archive of 100,000 files, or of more than it declares, is refused by its directory', async () => {
  const many = (count: number) =>
    packZip(new Map(Array.from({ length: count }, (_, at) => [`xl/${at}.xml`, new Uint8Array()])), {
      isStored: true,
    })
  expect(() => unpackMarkup(many(5_000))).toThrow('holds more than 1000 files')
  const hiding = many(3)
  // The end record declares two.
  new DataView(hiding.buffer).setUint16(hiding.length - 12, 2, true)
  expect(() => unpackMarkup(hiding)).toThrow('damaged')
})

/** Returns the archive with another unpacked size in every entry of its directory. */
function withSaidSize(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const changed = bytes.slice()
  const view = new DataView(changed.buffer)
  for (let at = 0; at + 28 < changed.length; at += 1)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true)
  return changed
}

test('a percentage is read as shown, in any percentage format, and a number beside it as a number', async () => {
  const bytes = await sheetOf([
    [...HEAD],
    ['CT', { value: 0.1, type: Number, format: '0%' }, 0.1],
    ['MR', { value: 0.125, type: Number, format: '0.00%' }, { value: 0.5, type: Number, format: '0.0 %' }],
    [
      'US',
      { value: 0.07, type: Number, format: '[Red]0.0%;-0%' },
      { value: 5, type: Number, format: '0" %off"' },
    ],
  ])
  expect((await read(bytes)).rows.map(({ cells }) => cells)).toEqual([
    ['CT', '10%', '0.1'],
    ['MR', '12.5%', '50%'],
    ['US', '7%', '5'],
  ])
})
