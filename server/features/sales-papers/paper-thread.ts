import { parentPort, workerData } from 'node:worker_threads'
import type { FiguresPaper } from '#render/figures-paper.ts'
import { renderFigures } from '#render/render-figures.ts'
import { readPaperAssets } from '../documents-html/public/paper-assets.ts'
import type { ThreadAnswer } from '../documents-html/public/run-in-thread.ts'

/** The input of this thread. */
export interface FiguresPaperInput {
  paper: FiguresPaper
  images: ReadonlyMap<string, Uint8Array>
}

const { paper, images } = workerData as FiguresPaperInput

async function work(): Promise<ThreadAnswer<Uint8Array>> {
  try {
    return { ok: true, value: await renderFigures(paper, { ...(await readPaperAssets(paper)), images }) }
  } catch {
    return { ok: false }
  }
}

parentPort?.postMessage(await work())
