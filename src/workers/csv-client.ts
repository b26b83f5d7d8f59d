import { type Remote, wrap } from 'comlink'
import type { CsvOptions, CsvStudy } from '#domain/study/study-csv.ts'
import type { CsvWorker } from './csv.worker.ts'

/** A CSV file written in a worker. */
export interface CsvWriter {
  /** Adds studies and returns how many rows the file has now. */
  add: (studies: readonly (CsvStudy & { id: string })[]) => Promise<number>
  finish: () => Promise<Blob>
  /** Ends the worker; call it in every case. */
  close: () => void
}

/** Starts the worker. The writer's methods reject if the worker dies. */
export async function openCsvWriter(options: CsvOptions): Promise<CsvWriter> {
  const worker = new Worker(new URL('./csv.worker.ts', import.meta.url), { type: 'module', name: 'csv' })
  const remote: Remote<CsvWorker> = wrap<CsvWorker>(worker)
  const died = Promise.withResolvers<never>()
  worker.addEventListener('error', () => died.reject(new Error('The file could not be written.')))
  // Prevents an unhandled rejection if nobody waits when it dies.
  died.promise.catch(() => undefined)
  const asked = <T>(answer: Promise<T>) => Promise.race([answer, died.promise])
  await asked(remote.begin(options))
  return {
    add: (studies) => asked(remote.add([...studies])),
    finish: () => asked(remote.finish()),
    close: () => worker.terminate(),
  }
}
