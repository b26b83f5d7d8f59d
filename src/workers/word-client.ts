import { type Remote, transfer, wrap } from 'comlink'
import type { ReadWord, WordWorker } from './word.worker.ts'

export type { WordNotes } from '#render/word/word-notes.ts'
export type { ReadWord } from './word.worker.ts'

/** Reads Word documents in a worker. */
export interface WordReader {
  /** Returns the document's unsanitized HTML; transfers the bytes. */
  read: (bytes: Uint8Array<ArrayBuffer>) => Promise<ReadWord>
  /** Ends the worker; call it in every case. */
  close: () => void
}

/** A letter takes a moment; a document that takes this long was made to keep the reader busy. */
const TIMEOUT_MS = 20_000
const DAMAGED: ReadWord = { refusal: 'damaged' }

/** Starts the worker. */
export function openWordReader(): WordReader {
  const worker = new Worker(new URL('./word.worker.ts', import.meta.url), { type: 'module', name: 'word' })
  const remote: Remote<WordWorker> = wrap<WordWorker>(worker)
  const died = new Promise<ReadWord>((resolve) => {
    worker.addEventListener('error', () => resolve(DAMAGED))
  })
  return {
    read: (bytes) => Promise.race([remote.read(transfer(bytes, [bytes.buffer])), died, after(TIMEOUT_MS)]),
    close: () => worker.terminate(),
  }
}

const after = (ms: number) =>
  new Promise<ReadWord>((resolve) => {
    setTimeout(() => resolve(DAMAGED), ms)
  })
