import Papa from 'papaparse'
import { SheetRefused } from './sheet-refused.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const

/** The first line by which Excel is told the delimiter; it is no row of the sheet. */
const SEP_LINE = /^sep=(.)\r?\n?/i

/**
 * Returns the rows of a CSV text, the heading first. The delimiter is the one of a line `sep=`, otherwise the one that
 * splits the heading most often. Throws SheetRefused where a quote is opened and never closed.
 */
export function parseCsv(text: string): string[][] {
  const [line = '', said] = SEP_LINE.exec(text) ?? []
  const body = text.slice(line.length)
  const delimiter = said ?? delimiterOf(body)
  const { data, errors } = Papa.parse<string[]>(body, { delimiter })
  const open = errors.find(({ type }) => type === 'Quotes')
  if (open)
    throw new SheetRefused(
      `Row ${(open.row ?? 0) + 1} opens a quote that is not closed. Save the file again.`,
    )
  const toCell = delimiter === ';' ? (cell: string) => withDot(asText(cell)) : asText
  return data.map((row) => row.map(toCell))
}

function delimiterOf(text: string): string {
  const widths = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: 1 })
    return data[0]?.length ?? 0
  })
  return DELIMITERS[widths.indexOf(Math.max(...widths))] ?? ','
}

/** `="0042"` is how a text that looks like a number is kept as text in a CSV file. */
const asText = (cell: string): string => /^="([^"]*)"$/.exec(cell.trim())?.[1] ?? cell

/** Excel separates by semicolon where its decimal sign is the comma. */
const withDot = (cell: string): string => (/^-?\d+,\d+$/.test(cell.trim()) ? cell.replace(',', '.') : cell)
