import { releaseProxy, wrap } from 'comlink'
import type { ReadDocument } from '#render/pdf/read-document.ts'
import type { ReadPdfWorker } from './read-pdf.worker.ts'

/** A file with many images takes a few seconds; after this long the worker is assumed dead. */
const TIMEOUT_MS = 30_000

/**
 * Reads the keywords and text of a PDF file in a worker created for the call. Rejects if the file is no PDF, or if the
 * worker cannot be started or does not answer.
 */
export async function readPdf(file: Blob): Promise<ReadDocument> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const worker = new Worker(new URL('./read-pdf.worker.ts', import.meta.url), { type: 'module' })
  const api = wrap<ReadPdfWorker>(worker)
  let timer: ReturnType<typeof setTimeout> | undefined
  const failed = new Promise<never>((_, reject) => {
    worker.onerror = (event) => reject(new Error(event.message || 'The file could not be read.'))
    timer = setTimeout(() => reject(new Error('The file took too long to be read.')), TIMEOUT_MS)
  })
  try {
    return await Promise.race([api.read(bytes), failed])
  } finally {
    clearTimeout(timer)
    api[releaseProxy]()
    worker.terminate()
  }
}
