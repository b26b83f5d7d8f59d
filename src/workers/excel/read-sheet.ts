import { readSheet as parseSheet } from 'read-excel-file/universal'
import { FILE_RULES, refuseFileBytes, refuseNamedFile } from '#domain/file/limits.ts'
import { NO_RECORDS, SHEET_ROWS_MAX, tooManyRows, unescapeFormula } from '#domain/masters/sheet.ts'
import { countFilledRows } from './count-rows.ts'
import { decodeText } from './decode-text.ts'
import { packZip } from './pack-zip.ts'
import { parseCsv } from './parse-csv.ts'
import { cellName, percentCells } from './percent-cells.ts'
import { SheetRefused } from './sheet-refused.ts'
import { unpackMarkup } from './unpack-zip.ts'

/** One row of a sheet, its cells trimmed to text. */
export interface SheetRow {
  /** As the spreadsheet counts it. */
  line: number
  cells: string[]
  /** Places of cells that the sheet holds as dates: what was typed cannot be told from them. */
  dates: number[]
}

export interface ReadSheet {
  headings: string[]
  rows: SheetRow[]
}

/**
 * Reads a sheet: the first of an .xlsx file, or the one of a .csv or .txt file (docs/decisions/240). The first row is
 * the heading; rows without any text are left out. A formula counts by the value that the spreadsheet kept, merged
 * cells by their first, a percentage as it is shown ('10%'). Throws SheetRefused.
 */
export async function readSheet(file: Blob, name: string): Promise<ReadSheet> {
  const named = refuseNamedFile('sheet', { name, size: file.size })
  if (named) throw new SheetRefused(named.message)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isWorkbook = name.toLowerCase().endsWith('.xlsx')
  return toRows(isWorkbook ? await readWorkbook(bytes) : parseCsv(decodeText(bytes)))
}

async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Value[][]> {
  const refusal = refuseFileBytes('sheet', bytes)
  if (refusal) throw new SheetRefused(refusal.message)
  const files = await unpackMarkup(bytes)
  if (!files.has('xl/workbook.xml')) throw new SheetRefused(FILE_RULES.sheet.wrongType.message)
  refuseLongSheets(files)
  return withPercents(await parse(files), percentCells(files))
}

/** A percentage becomes the text that the spreadsheet shows: 0.1 in a cell of percents is '10%'. */
function withPercents(rows: Value[][], percents: ReadonlySet<string>): Value[][] {
  if (percents.size === 0) return rows
  return rows.map((values, row) =>
    values.map((value, column) =>
      typeof value === 'number' && percents.has(cellName(column, row)) ? `${toText(value * 100)}%` : value,
    ),
  )
}

/** Before the markup is read in earnest: a sheet of a million rows would take minutes to be refused afterwards. */
function refuseLongSheets(files: ReadonlyMap<string, Uint8Array>): void {
  const counts = [...files]
    .filter(([path]) => path.startsWith('xl/worksheets/') && path.endsWith('.xml'))
    .map(([, file]) => countFilledRows(file) - 1)
  // Only the first sheet is read, and which that is stands elsewhere: with several, the shortest decides here.
  const rows = counts.length > 0 ? Math.min(...counts) : 0
  if (rows > SHEET_ROWS_MAX) throw new SheetRefused(tooManyRows(rows))
}

type Value = string | number | boolean | Date | null

async function parse(files: ReadonlyMap<string, Uint8Array>): Promise<Value[][]> {
  // Stored, not compressed: the library would unpack a large part in a worker that the security rules refuse.
  const { buffer } = await packZip(files, { isStored: true })
  try {
    return (await parseSheet(buffer)) as Value[][]
  } catch {
    throw new SheetRefused('This sheet cannot be read. Save it once more as .xlsx and try again.')
  }
}

function toRows([head = [], ...data]: Value[][]): ReadSheet {
  const rows = data
    .map((values, index) => ({
      line: index + 2,
      cells: values.map(toText),
      dates: values.flatMap((value, place) => (value instanceof Date ? [place] : [])),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (rows.length === 0) throw new SheetRefused(NO_RECORDS)
  if (rows.length > SHEET_ROWS_MAX) throw new SheetRefused(tooManyRows(rows.length))
  return { headings: head.map(toText), rows }
}

/** Numbers as a person reads them: no exponent, no noise behind the fifteenth digit. */
const DIGITS = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 15 })

function toText(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'number') return DIGITS.format(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return unescapeFormula(value.replace(/\s+/g, ' ').trim())
}
