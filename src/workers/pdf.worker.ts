import { expose, transfer } from 'comlink'
import type { PaperInput, RenderAssets, RenderProgress } from '#render/paper-input.ts'
import { fetchPaperAssets } from './paper-assets.ts'

// harfbuzzjs has a top-level await: imported statically, messages that arrive before it settles would be lost and
// the caller would wait for ever.
const engine = import('#render/render-report.ts')
let assets: ReturnType<typeof fetchPaperAssets> | undefined

/** Fetched once; a failed fetch is tried again with the next paper. */
function paperAssets() {
  assets ??= fetchPaperAssets().catch((error: unknown) => {
    assets = undefined
    throw error
  })
  return assets
}

const pdfWorker = {
  async render(paper: PaperInput, images: RenderAssets['images'], onProgress?: RenderProgress) {
    const [{ renderReport }, common] = await Promise.all([engine, paperAssets()])
    const bytes = await renderReport(paper, { ...common, images }, onProgress)
    return transfer(bytes, [bytes.buffer])
  },
}

export type PdfWorker = typeof pdfWorker

expose(pdfWorker)
