import { expose } from 'comlink'
import type { CsvOptions, CsvStudy } from '#domain/study/study-csv.ts'
import { createStudyCsv, type StudyCsv } from './study-csv.ts'

let file: StudyCsv | undefined

/** Writes a CSV file of studies off the main thread: begin once, add batches, then finish. */
export const csv = {
  begin: (options: CsvOptions) => {
    file = createStudyCsv(options)
  },
  /** Adds studies, skipping ones already added, and returns how many rows the file has now. */
  add: (studies: readonly (CsvStudy & { id: string })[]): number => file?.add(studies) ?? 0,
  finish: (): Blob => file?.finish() ?? new Blob(),
}

export type CsvWorker = typeof csv

expose(csv)
