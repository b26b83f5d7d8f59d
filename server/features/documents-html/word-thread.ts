import { parentPort, workerData } from 'node:worker_threads'
import { convertWord, type WordContent } from './convert-word.ts'
import type { ThreadAnswer } from './run-in-thread.ts'

const { bytes } = workerData as { bytes: Uint8Array }

async function work(): Promise<ThreadAnswer<WordContent>> {
  try {
    return { ok: true, value: await convertWord(Buffer.from(bytes)) }
  } catch {
    return { ok: false }
  }
}

parentPort?.postMessage(await work())
