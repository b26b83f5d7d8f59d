import { type Remote, wrap } from 'comlink'
import type { CsvRow } from './table-csv.ts'
import type { TableCsvWorker } from './table-csv.worker.ts'

/** A CSV file that a worker writes. */
export interface TableCsvWriter {
  /** Adds rows and returns how many the file has now. */
  add: (rows: readonly CsvRow[]) => Promise<number>
  finish: () => Promise<Blob>
  /** Ends the worker; call it in every case. */
  close: () => void
}

/** Starts the worker with the names of the columns. The writer's methods reject where the worker dies. */
export async function openTableCsvWriter(head: readonly string[]): Promise<TableCsvWriter> {
  // The address stands inside the call: the bundler finds the worker by this form alone.
  const worker = new Worker(new URL('./table-csv.worker.ts', import.meta.url), { type: 'module' })
  const remote: Remote<TableCsvWorker> = wrap<TableCsvWorker>(worker)
  const died = Promise.withResolvers<never>()
  worker.addEventListener('error', () => died.reject(new Error('The file could not be written.')))
  // Nobody may be waiting when it dies.
  died.promise.catch(() => undefined)
  const asked = <T>(answer: Promise<T>) => Promise.race([answer, died.promise])
  await asked(remote.begin([...head]))
  return {
    add: (rows) => asked(remote.add([...rows])),
    finish: () => asked(remote.finish()),
    close: () => worker.terminate(),
  }
}
