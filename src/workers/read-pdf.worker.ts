import { expose } from 'comlink'

// Imported on demand: the page that checks a signature starts without it.
const readPdfWorker = {
  async read(file: Uint8Array) {
    const { readDocument } = await import('#render/pdf/read-document.ts')
    return readDocument(file)
  },
}

export type ReadPdfWorker = typeof readPdfWorker

expose(readPdfWorker)
