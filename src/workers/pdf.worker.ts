import { expose, transfer } from 'comlink'
import type { DeskPaper } from '#render/desk-paper.ts'
import { isPlainLatin, type PaperLanguage, textOfPaper } from '#render/fonts/paper-letters.ts'
import type { BookletInput, PaperInput, RenderAssets, RenderProgress } from '#render/paper-input.ts'
import { fetchPaperAssets } from './paper-assets.ts'

// harfbuzzjs has a top-level await: with a static import, messages that arrive before it settles would be lost and
// the caller would wait forever.
const reports = import('#render/render-report.ts')
let assets: ReturnType<typeof fetchPaperAssets> | undefined

/** Fetched once; a failed fetch is repeated with the next paper. */
function paperAssets() {
  assets ??= fetchPaperAssets().catch((error: unknown) => {
    assets = undefined
    throw error
  })
  return assets
}

/** Latin text needs only the built-in fonts: the letter table and the rest are not loaded. */
async function assetsFor(paper: PaperLanguage) {
  const isPlain = isPlainLatin(textOfPaper(paper))
  const [common, more] = await Promise.all([
    paperAssets(),
    isPlain ? [] : import('./paper-fonts.ts').then(({ findPaperFonts }) => findPaperFonts(paper)),
  ])
  // The same list is opened only once.
  return more.length > 0 ? { ...common, fonts: [...common.fonts, ...more] } : common
}

const sent = (bytes: Uint8Array) => transfer(bytes, [bytes.buffer])

const pdfWorker = {
  async render(paper: PaperInput, images: RenderAssets['images'], onProgress?: RenderProgress) {
    const [{ renderReport }, common] = await Promise.all([reports, assetsFor(paper)])
    return sent(await renderReport(paper, { ...common, images }, onProgress))
  },
  async renderBooklet(booklet: BookletInput, images: RenderAssets['images'], onProgress?: RenderProgress) {
    const [{ renderBooklet }, common] = await Promise.all([
      import('#render/render-booklet.ts'),
      assetsFor(booklet),
    ])
    return sent(await renderBooklet(booklet, { ...common, images }, onProgress))
  },
  async renderDesk(paper: DeskPaper, images: RenderAssets['images']) {
    const [{ renderDesk }, common] = await Promise.all([import('#render/render-desk.ts'), assetsFor(paper)])
    return sent(await renderDesk(paper, { ...common, images }))
  },
  /** Continues after returning: on a slow connection it takes minutes, and failed files are fetched with the paper. */
  keepFonts(text: string, locale: string) {
    import('./paper-fonts.ts').then(({ keepFonts }) => keepFonts(text, locale)).catch(() => undefined)
  },
  async merge(files: Uint8Array[], title: string, createdAt: Date, onProgress?: RenderProgress) {
    const { mergeDocuments } = await import('#render/merge-documents.ts')
    return sent(await mergeDocuments(files, { title, createdAt }, onProgress))
  },
}

export type PdfWorker = typeof pdfWorker

expose(pdfWorker)
