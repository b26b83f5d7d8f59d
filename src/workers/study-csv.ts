import Papa from 'papaparse'
import { CSV_ROWS_MAX } from '#contract/kernel/paging.ts'
import { type CsvPlace, type CsvStudy, csvHead, csvRow } from '#domain/study/study-csv.ts'

/** A CSV file in the making. */
export interface StudyCsv {
  /** Answers how many rows the file has now. */
  add: (studies: readonly (CsvStudy & { id: string })[]) => number
  finish: () => Blob
}

/** Spreadsheet programs take a file without it for another alphabet. */
const BYTE_ORDER_MARK = '\uFEFF'
const NEWLINE = '\r\n'

/**
 * Rows as they come in, up to CSV_ROWS_MAX, each study once: while pages are fetched one by one, a study that arrives
 * moves the others on. A text that a spreadsheet would run as a formula is kept a text.
 */
export function createStudyCsv(place: CsvPlace): StudyCsv {
  const lines = (rows: string[][]) => Papa.unparse(rows, { escapeFormulae: true, newline: NEWLINE })
  const parts = [BYTE_ORDER_MARK, lines([csvHead(place.isExtended)])]
  const written = new Set<string>()
  return {
    add: (studies) => {
      const rows: string[][] = []
      for (const study of studies) {
        if (written.size >= CSV_ROWS_MAX) break
        if (written.has(study.id)) continue
        written.add(study.id)
        rows.push(csvRow(study, place))
      }
      if (rows.length > 0) parts.push(NEWLINE, lines(rows))
      return written.size
    },
    finish: () => new Blob([...parts, NEWLINE], { type: 'text/csv;charset=utf-8' }),
  }
}
