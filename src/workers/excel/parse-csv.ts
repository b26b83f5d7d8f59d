import Papa from 'papaparse'
import { plainDigits } from '#domain/time/plain-digits.ts'
import { SheetRefused } from './sheet-refused.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const

/** The optional first line that tells Excel the delimiter; it is not a row of the sheet. */
const SEP_LINE = /^sep=(.)\r?\n?/i

/** A cell with an amount that has two meanings; `why` follows its column's title in a sentence. */
export interface UnclearCell {
  place: number
  why: string
}

export interface ParsedCsv {
  /** The heading first. */
  rows: string[][]
  /** By row, from 0: cells such as 1.200 in a sheet whose decimal sign is the comma. */
  unclear: ReadonlyMap<number, UnclearCell[]>
}

/**
 * Returns the rows of a CSV text. The delimiter comes from a `sep=` line; otherwise it is the one that splits the heading
 * most often. Throws SheetRefused if a quote is never closed.
 */
export function parseCsv(text: string): ParsedCsv {
  const [line = '', said] = SEP_LINE.exec(text) ?? []
  const body = text.slice(line.length)
  const delimiter = said ?? delimiterOf(body)
  const { data, errors } = Papa.parse<string[]>(body, { delimiter })
  const open = errors.find(({ type }) => type === 'Quotes')
  if (open)
    throw new SheetRefused(
      `Row ${(open.row ?? 0) + 1} opens a quote that is not closed. Save the file again.`,
    )
  const texts = data.map((row) => row.map(asText))
  if (delimiter !== ';') return { rows: texts, unclear: new Map() }
  return { rows: texts.map((row) => row.map(withDot)), unclear: unclearIn(texts) }
}

/** A currency may stand before or behind it, with dots of its own. */
const THOUSAND = /^\D{0,6}(\d{1,3})\.(\d{3})\D{0,6}$/

function unclearIn(rows: readonly string[][]): Map<number, UnclearCell[]> {
  const unclear = new Map<number, UnclearCell[]>()
  for (const [line, row] of rows.entries()) {
    const cells = row.flatMap((cell, place) => {
      const [, first, last] = THOUSAND.exec(plainDigits(cell.trim())) ?? []
      if (first === undefined) return []
      return [{ place, why: `is unclear: write "${cell.trim()}" as ${first}${last} or ${first},${last}` }]
    })
    if (cells.length > 0) unclear.set(line, cells)
  }
  return unclear
}

function delimiterOf(text: string): string {
  const widths = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: 1 })
    return data[0]?.length ?? 0
  })
  return DELIMITERS[widths.indexOf(Math.max(...widths))] ?? ','
}

/** In a CSV file, `="0042"` keeps a text that looks like a number as text. */
const asText = (cell: string): string => /^="([^"]*)"$/.exec(cell.trim())?.[1] ?? cell

/** Excel uses semicolons as delimiter if its decimal sign is the comma. */
const withDot = (cell: string): string => (/^-?\d+,\d+$/.test(cell.trim()) ? cell.replace(',', '.') : cell)
