import { expose } from 'comlink'
import type { CsvPlace, CsvStudy } from '#domain/study/study-csv.ts'
import { createStudyCsv, type StudyCsv } from './study-csv.ts'

let file: StudyCsv | undefined

/** Writes a CSV file of studies beside the page: begun once, given rows in batches, taken as a whole. */
export const csv = {
  begin: (place: CsvPlace) => {
    file = createStudyCsv(place)
  },
  /** Returns how many rows the file has now; a study that came before is left out. */
  add: (studies: readonly (CsvStudy & { id: string })[]): number => file?.add(studies) ?? 0,
  finish: (): Blob => file?.finish() ?? new Blob(),
}

export type CsvWorker = typeof csv

expose(csv)
