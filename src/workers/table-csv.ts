import Papa from 'papaparse'
import { CSV_ROWS_MAX } from '#contract/kernel/paging.ts'

/** A text or a number; only texts are escaped against formulas, so negative amounts stay numbers. */
export type CsvCell = string | number

/** One row of a CSV file: a cell for each column, and the id that makes the row unique. */
export interface CsvRow {
  id: string
  cells: readonly CsvCell[]
}

/** A CSV file under construction. */
export interface TableCsv {
  /** Adds rows and returns how many the file has now. */
  add: (rows: readonly CsvRow[]) => number
  finish: () => Blob
}

/** Without it, spreadsheet programs read the file in another encoding. */
const BYTE_ORDER_MARK = '\uFEFF'
const NEWLINE = '\r\n'

/**
 * Writes rows as they come in, up to CSV_ROWS_MAX, each id once: a record added while pages are fetched moves others to
 * the next page. A text that a spreadsheet would run as a formula stays a text.
 */
export function createTableCsv(head: readonly string[]): TableCsv {
  const lines = (rows: readonly (readonly CsvCell[])[]) =>
    Papa.unparse(rows as CsvCell[][], { escapeFormulae: true, newline: NEWLINE })
  const parts = [BYTE_ORDER_MARK, lines([head])]
  const written = new Set<string>()
  return {
    add: (rows) => {
      const fresh: (readonly CsvCell[])[] = []
      for (const { id, cells } of rows) {
        if (written.size >= CSV_ROWS_MAX) break
        if (written.has(id)) continue
        written.add(id)
        fresh.push(cells)
      }
      if (fresh.length > 0) parts.push(NEWLINE, lines(fresh))
      return written.size
    },
    finish: () => new Blob([...parts, NEWLINE], { type: 'text/csv;charset=utf-8' }),
  }
}
