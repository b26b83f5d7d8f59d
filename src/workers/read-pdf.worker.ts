import { expose } from 'comlink'

// Imported when it is asked for: the page that checks a signature begins without it.
const readPdfWorker = {
  async read(file: Uint8Array) {
    const { readDocument } = await import('#render/pdf/read-document.ts')
    return readDocument(file)
  },
}

export type ReadPdfWorker = typeof readPdfWorker

expose(readPdfWorker)
