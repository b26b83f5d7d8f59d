import { parentPort, workerData } from 'node:worker_threads'
import type { TextInput } from '#render/render-text.ts'
import { renderText } from '#render/render-text.ts'
import { readPaperAssets } from './paper-assets.ts'
import type { ThreadAnswer } from './run-in-thread.ts'

/** Input of this thread. */
export interface HtmlPaperInput extends TextInput {
  images: ReadonlyMap<string, Uint8Array>
}

const { images, ...input } = workerData as HtmlPaperInput

async function work(): Promise<ThreadAnswer<Uint8Array>> {
  try {
    return { ok: true, value: await renderText(input, { ...(await readPaperAssets(input)), images }) }
  } catch {
    return { ok: false }
  }
}

parentPort?.postMessage(await work())
