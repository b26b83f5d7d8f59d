import { parentPort, workerData } from 'node:worker_threads'
import { listZip } from '#domain/file/zip-directory.ts'
import { convertWord, type WordContent } from '#render/word/convert-word.ts'
import { findUnfoldProblem, WORD_UNFOLDED_MAX } from './count-unfolded.ts'
import type { ThreadAnswer } from './public/run-in-thread.ts'

/** The text of a document, or the reason why it could not be read. */
export type ReadWord = WordContent | 'damaged' | 'too_large'

/** A letter of a hundred pages has about 4 MB of markup. */
const LIMITS = { all: WORD_UNFOLDED_MAX, markup: WORD_UNFOLDED_MAX / 4 }

const { bytes, entriesMax } = workerData as { bytes: Uint8Array; entriesMax: number }

async function work(): Promise<ThreadAnswer<ReadWord>> {
  try {
    return { ok: true, value: await read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) }
  } catch {
    return { ok: false }
  }
}

async function read(zip: Buffer): Promise<ReadWord> {
  const listing = listZip(zip, entriesMax)
  if (!listing.ok) return 'damaged'
  return (await findUnfoldProblem(zip, listing.entries, LIMITS)) ?? convertWord(zip)
}

parentPort?.postMessage(await work())
