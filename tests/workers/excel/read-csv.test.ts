import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { previewSheet } from '#src/workers/excel/preview-sheet.ts'
import { readSheet } from '#src/workers/excel/read-sheet.ts'
import { blob } from './sheets.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string) => {
  const bytes = new Uint8Array(2 * text.length + 2)
  bytes.set([0xff, 0xfe])
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 + 2 * at, text.charCodeAt(at), true)
  return bytes
}
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const read = (bytes: Uint8Array<ArrayBuffer>, name = 'services.csv') => readSheet(blob(bytes), name)
const cellsOf = async (bytes: Uint8Array<ArrayBuffer>, name?: string) =>
  (await read(bytes, name)).rows.map(({ cells }) => cells)

const FRENCH = [
  ['Service Name', 'Charges'],
  ['Échographie', '1200.50'],
]
const written = (delimiter: string) => Papa.unparse(FRENCH, { delimiter, newline: '\r\n' })

test.each([',', ';', '\t', '|'])('the delimiter %j is found by the heading', async (delimiter) => {
  const sheet = await read(utf8(written(delimiter)))
  expect(sheet.headings).toEqual(FRENCH[0])
  expect(sheet.rows).toEqual([{ line: 2, cells: FRENCH[1], dates: [] }])
})

test.each([
  ['UTF-8', utf8(written(',')), 'a.csv'],
  ['CSV UTF-8 of Excel, with its mark', utf8(`\uFEFF${written(',')}`), 'a.CSV'],
  ['CSV of Excel on a western Windows', latin1(written(';')), 'a.csv'],
  ['Unicode Text of Excel', utf16(written('\t')), 'a.txt'],
])('%s is read as written', async (_, bytes, name) => {
  const { headings, rows } = await read(bytes, name)
  expect([headings, rows[0]?.cells]).toEqual(FRENCH)
})

test('a line sep= sets the delimiter and is no row; a comma in a price does not split', async () => {
  const sheet = await read(utf8('sep=;\r\nName;Charges\r\nCT, plain;12,50\r\nMR;-1,5\r\n'))
  expect(sheet.headings).toEqual(['Name', 'Charges'])
  expect(sheet.rows).toEqual([
    { line: 2, cells: ['CT, plain', '12.50'], dates: [] },
    { line: 3, cells: ['MR', '-1.5'], dates: [] },
  ])
  // A comma that separates cells is no decimal sign.
  expect(await cellsOf(utf8('Name,Charges\nCT,"12,50"\n'))).toEqual([['CT', '12,50']])
})

test('a dot before three digits is reported if the comma is the decimal sign, only in columns of amounts', async () => {
  const sheet = await read(
    utf8('Service Name;Code;Charges\nCT;1.200;1.200\nMR;A;1200\nUS;B;12,500\nXR;C;د.ك 2.450\n'),
  )
  const kuwait = { kind: 'services', decimals: 3, currency: 'KWD', isRadiology: false } as const
  const judged = previewSheet(sheet, kuwait, new Set())
  expect(judged.map(({ cells, faults }) => [cells.charges, faults])).toEqual([
    ['1.200', ['Charges is unclear: write "1.200" as 1200 or 1,200']],
    ['1200', []],
    ['12.500', []],
    ['د.ك 2.450', ['Charges is unclear: write "د.ك 2.450" as 2450 or 2,450']],
  ])
  // If the comma separates the cells, the dot is the decimal sign.
  const plain = await read(utf8('Service Name,Charges\nCT,1.200\n'))
  expect(previewSheet(plain, kuwait, new Set())[0]?.faults).toEqual([])
})

test('quotes, line ends of three systems, blank rows and texts that look like formulas are read', async () => {
  const text = 'Name,Charges\r"CT ""plain""\nbrain",5\r,\r\r"=""0042""",7\r\'=1+1,8'
  expect(await read(utf8(text))).toEqual({
    headings: ['Name', 'Charges'],
    rows: [
      { line: 2, cells: ['CT "plain" brain', '5'], dates: [] },
      { line: 5, cells: ['0042', '7'], dates: [] },
      { line: 6, cells: ['=1+1', '8'], dates: [] },
    ],
  })
})

test('an unclosed quote is refused with its row', async () => {
  await expect(read(utf8('Name,Charges\nCT,1\n"MR,2\nUS,3\n'))).rejects.toThrow(
    'Row 3 opens a quote that is not closed.',
  )
})

test('another kind of file under the name is refused, and so is a file that is no text', async () => {
  const words = 'Invalid file! Only .xlsx, .csv and .txt are allowed.'
  await expect(read(utf8('%PDF-1.7 Name,Charges\nCT,1\n'))).rejects.toThrow(words)
  await expect(read(Uint8Array.from([78, 44, 0, 1, 2, 3, 10, 65, 44, 66]))).rejects.toThrow(words)
  await expect(read(utf8('Name,Charges\nCT,1\n'), 'services.csv.exe')).rejects.toThrow(words)
})

test('too many bytes and too many rows are refused with the limit', async () => {
  await expect(read(new Uint8Array(50 * 1_048_576))).rejects.toThrow('larger than 10 MB')
  const rows = Array.from({ length: 20_001 }, (_, at) => `CT ${at},1`).join('\n')
  await expect(read(utf8(`Name,Charges\n${rows}`))).rejects.toThrow(
    'This sheet has 20,001 rows. Split it: one import takes at most 20,000.',
  )
  await expect(read(utf8('Name,Charges\n\n'))).rejects.toThrow('There is no records!')
})

test('any written cells are read back unchanged', async () => {
  const cell = fc
    .string({ unit: 'grapheme', maxLength: 20 })
    .filter((text) => !/\p{Cc}/u.test(text) && !/^['=]/.test(text.trim()) && !text.includes('\uFEFF'))
    .map((text) => text.replace(/\s+/g, ' ').trim())
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }),
      fc.constantFrom(',', '\t', '|'),
      fc.constantFrom('\n', '\r\n'),
      async (rows, delimiter, newline) => {
        const filled = rows.filter((row) => row.some((one) => one !== ''))
        fc.pre(filled.length > 0)
        const text = Papa.unparse([['A', 'B', 'C'], ...rows], { delimiter, newline })
        for (const bytes of [utf8(text), utf8(`\uFEFF${text}`), utf16(text)])
          expect(await cellsOf(bytes)).toEqual(filled)
      },
    ),
  )
})
