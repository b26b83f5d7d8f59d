import { type CsvOptions, type CsvStudy, csvHead, csvRow } from '#domain/study/study-csv.ts'
import { createTableCsv } from './table-csv.ts'

/** A CSV file of studies under construction. */
export interface StudyCsv {
  /** Adds studies and returns how many rows the file has now. */
  add: (studies: readonly (CsvStudy & { id: string })[]) => number
  finish: () => Blob
}

/** Writes studies as rows of a CSV file, by the rules of createTableCsv. */
export function createStudyCsv(options: CsvOptions): StudyCsv {
  const { add, finish } = createTableCsv(csvHead(options.isExtended))
  return {
    add: (studies) => add(studies.map((study) => ({ id: study.id, cells: csvRow(study, options) }))),
    finish,
  }
}
