import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { CSV_ROWS_MAX } from '#contract/kernel/paging.ts'
import { createTableCsv } from '#src/workers/table-csv.ts'

const bytesOf = async (blob: Blob) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer())

test('the file begins with the byte order mark and the names of the columns', async () => {
  const text = await bytesOf(createTableCsv(['Visit', 'Net']).finish())
  expect(text).toBe('\uFEFFVisit,Net\r\n')
})

test('a text that a spreadsheet would run as a formula stays a text', async () => {
  const csv = createTableCsv(['Name'])
  csv.add(['=1+1', '@cmd', '+44 20', '-5', 'Asha'].map((text, i) => ({ id: String(i), cells: [text] })))
  const { data } = Papa.parse<string[]>((await bytesOf(csv.finish())).slice(1), { skipEmptyLines: true })
  expect(data.slice(1)).toEqual([["'=1+1"], ["'@cmd"], ["'+44 20"], ["'-5"], ['Asha']])
})

test('an amount below zero stays a number', async () => {
  const csv = createTableCsv(['Balance'])
  csv.add([{ id: 'a', cells: [-12.5] }])
  expect(await bytesOf(csv.finish())).toBe('\uFEFFBalance\r\n-12.5\r\n')
})

test('a row that moved to the next page while the file was written is written once', () => {
  const csv = createTableCsv(['Visit'])
  const row = (id: string) => ({ id, cells: [id] })
  expect(csv.add([row('a'), row('b')])).toBe(2)
  expect(csv.add([row('b'), row('c')])).toBe(3)
})

test('the file ends at the maximum number of rows', () => {
  const csv = createTableCsv(['Visit'])
  const rows = Array.from({ length: CSV_ROWS_MAX + 5 }, (_, i) => ({ id: String(i), cells: [String(i)] }))
  expect(csv.add(rows)).toBe(CSV_ROWS_MAX)
  expect(csv.add([{ id: 'one more', cells: ['one more'] }])).toBe(CSV_ROWS_MAX)
})
