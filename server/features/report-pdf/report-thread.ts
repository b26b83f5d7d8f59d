import { parentPort, workerData } from 'node:worker_threads'
import type { PaperInput } from '#render/paper-input.ts'
import { renderReport } from '#render/render-report.ts'
import { readPaperAssets } from '../documents-html/public/paper-assets.ts'
import type { ThreadAnswer } from '../documents-html/public/run-in-thread.ts'

/** The input of this thread. */
export interface ReportPaperInput {
  input: PaperInput
  images: ReadonlyMap<string, Uint8Array>
}

const { input, images } = workerData as ReportPaperInput

async function work(): Promise<ThreadAnswer<Uint8Array>> {
  try {
    return { ok: true, value: await renderReport(input, { ...(await readPaperAssets(input)), images }) }
  } catch {
    return { ok: false }
  }
}

parentPort?.postMessage(await work())
