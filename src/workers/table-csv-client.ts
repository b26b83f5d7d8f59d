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

/** Starts the worker with the column names. The writer's methods reject if the worker dies. */
export async function openTableCsvWriter(head: readonly string[]): Promise<TableCsvWriter> {
  // Keep the URL inside the call: the bundler finds the worker only in this form.
  const worker = new Worker(new URL('./table-csv.worker.ts', import.meta.url), { type: 'module' })
  const remote: Remote<TableCsvWorker> = wrap<TableCsvWorker>(worker)
  const died = Promise.withResolvers<never>()
  worker.addEventListener('error', () => died.reject(new Error('The file could not be written.')))
  // Prevents an unhandled rejection if nobody waits when it dies.
  died.promise.catch(() => undefined)
  const asked = <T>(answer: Promise<T>) => Promise.race([answer, died.promise])
  await asked(remote.begin([...head]))
  return {
    add: (rows) => asked(remote.add([...rows])),
    finish: () => asked(remote.finish()),
    close: () => worker.terminate(),
  }
}
