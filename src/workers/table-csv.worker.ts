import { expose } from 'comlink'
import { type CsvRow, createTableCsv, type TableCsv } from './table-csv.ts'

let file: TableCsv | undefined

/** Writes a CSV file of any table off the main thread. */
export const tableCsv = {
  begin: (head: readonly string[]) => {
    file = createTableCsv(head)
  },
  /** Adds rows and returns how many the file has now. */
  add: (rows: readonly CsvRow[]): number => file?.add(rows) ?? 0,
  finish: (): Blob => file?.finish() ?? new Blob(),
}

export type TableCsvWorker = typeof tableCsv

expose(tableCsv)
