import { releaseProxy, wrap } from 'comlink'
import type { ReadDocument } from '#render/pdf/read-document.ts'
import type { ReadPdfWorker } from './read-pdf.worker.ts'

/** A file of many pictures takes a few seconds; whoever waits this long waits for a worker that is gone. */
const TIMEOUT_MS = 30_000

/**
 * Reads keywords and words of a PDF file in a worker that lives as long as that takes. Rejects for what is no PDF, and
 * where the worker cannot be started or does not answer.
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
