import { readSheet as parseSheet } from 'read-excel-file/universal'
import { FILE_RULES, refuseFileBytes, refuseNamedFile } from '#domain/file/limits.ts'
import { NO_RECORDS, SHEET_ROWS_MAX, tooManyRows, unescapeFormula } from '#domain/masters/sheet.ts'
import { type ChosenSheet, chooseSheet, textOf } from './choose-sheet.ts'
import { countFilledRows } from './count-rows.ts'
import { decodeText } from './decode-text.ts'
import { packZip } from './pack-zip.ts'
import { parseCsv, type UnclearCell } from './parse-csv.ts'
import { percentStyles } from './percent-styles.ts'
import { cellName, scanCells } from './scan-cells.ts'
import { SheetRefused } from './sheet-refused.ts'
import { unpackMarkup } from './unpack-zip.ts'

/** One row of a sheet, its cells trimmed to text. */
export interface SheetRow {
  /** As numbered in the spreadsheet. */
  line: number
  cells: string[]
  /** Columns of cells that the sheet stores as dates: the typed text cannot be recovered. */
  dates: number[]
  /** Cells without a stored value, and why. */
  unread?: UnreadCell[]
  /** Cells that are unclear if their column holds amounts. */
  unclear?: UnclearCell[]
}

/** A cell that cannot be read; `why` follows its column's title in a sentence. */
export interface UnreadCell {
  place: number
  why: string
}

export interface ReadSheet {
  /** For a workbook: which of its sheets was read. */
  sheet?: ChosenSheet
  headings: string[]
  rows: SheetRow[]
}

/**
 * Reads a sheet: the first visible one of an .xlsx file, or that of a .csv or .txt file (docs/decisions/240). The first
 * row is the heading; rows without any text are skipped. A formula counts with its stored value, merged cells with
 * their first, a percentage as displayed ('10%'). Throws SheetRefused.
 */
export async function readSheet(file: Blob, name: string): Promise<ReadSheet> {
  const named = refuseNamedFile('sheet', { name, size: file.size })
  if (named) throw new SheetRefused(named.message)
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (name.toLowerCase().endsWith('.xlsx')) return readWorkbook(bytes)
  const { rows, unclear } = parseCsv(decodeText(bytes))
  return toRows(rows, { unclear })
}

async function readWorkbook(bytes: Uint8Array): Promise<ReadSheet> {
  const refusal = refuseFileBytes('sheet', bytes)
  if (refusal) throw new SheetRefused(refusal.message)
  const files = unpackMarkup(bytes)
  if (!files.has('xl/workbook.xml')) throw new SheetRefused(FILE_RULES.sheet.wrongType.message)
  const { place, path, ...sheet } = chooseSheet(files)
  // Before the markup is parsed: refusing a sheet of a million rows afterwards would take minutes.
  const count = countFilledRows(files.get(path) ?? new Uint8Array()) - 1
  if (count > SHEET_ROWS_MAX) throw new SheetRefused(tooManyRows(count))
  const values = await parse(files, place)
  return { sheet, ...toRows(values, { unread: unreadCells(files, path, values) }) }
}

/**
 * Walks the cells of the sheet once: turns a percentage into its displayed text (0.1 in a percentage cell is '10%'),
 * and returns cells with an error, or with a formula that was never calculated, by row.
 */
function unreadCells(files: ReadonlyMap<string, Uint8Array>, path: string, values: Value[][]): Unread {
  const percents = percentStyles(textOf(files, 'xl/styles.xml'))
  const unread: Unread = new Map()
  for (const { row, column, style, isError, hasFormula, value } of scanCells(textOf(files, path))) {
    const read = values[row]?.[column]
    if (typeof read === 'number' && percents.has(style)) (values[row] as Value[])[column] = percentText(read)
    const why = isError ? errorIn(column, row, value) : hasFormula && value === '' && noValueIn(column, row)
    if (why) unread.set(row, [...(unread.get(row) ?? []), { place: column, why }])
  }
  return unread
}

type Unread = Map<number, UnreadCell[]>
const percentText = (share: number) => `${toText(share * 100)}%`
const errorIn = (column: number, row: number, value: string) =>
  `is an error in ${cellName(column, row)}: ${value}`
const noValueIn = (column: number, row: number) =>
  `is a formula without a value in ${cellName(column, row)}. Open the file in your spreadsheet, save it there and import it again`

type Value = string | number | boolean | Date | null

async function parse(files: ReadonlyMap<string, Uint8Array>, place: number): Promise<Value[][]> {
  // Stored, not compressed: the library would unpack a large part in a worker that the security rules forbid.
  const { buffer } = packZip(files, { isStored: true })
  try {
    return (await parseSheet(buffer, place + 1)) as Value[][]
  } catch {
    throw new SheetRefused('This sheet cannot be read. Save it once more as .xlsx and try again.')
  }
}

interface Marks {
  unread?: Unread
  unclear?: ReadonlyMap<number, UnclearCell[]>
}

function toRows([head = [], ...data]: Value[][], { unread, unclear }: Marks): ReadSheet {
  const rows = data
    .map((values, index) => ({
      line: index + 2,
      cells: values.map(toText),
      dates: values.flatMap((value, place) => (value instanceof Date ? [place] : [])),
      ...(unread?.has(index + 1) && { unread: unread.get(index + 1) }),
      ...(unclear?.has(index + 1) && { unclear: unclear.get(index + 1) }),
    }))
    .filter(({ cells, unread: lost }) => lost !== undefined || cells.some((cell) => cell !== ''))
  if (rows.length === 0) throw new SheetRefused(NO_RECORDS)
  if (rows.length > SHEET_ROWS_MAX) throw new SheetRefused(tooManyRows(rows.length))
  return { headings: head.map(toText), rows }
}

/** Numbers as displayed: no exponent, no noise after the fifteenth digit. */
const DIGITS = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 15 })

function toText(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'number') return DIGITS.format(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return unescapeFormula(value.replace(/\s+/g, ' ').trim())
}
