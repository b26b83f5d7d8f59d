import { proxy, type Remote, releaseProxy, transfer, wrap } from 'comlink'
import type { DeskPaper } from '#render/desk-paper.ts'
import type { BookletInput, PaperInput, RenderAssets, RenderProgress } from '#render/paper-input.ts'
import type { PdfWorker } from './pdf.worker.ts'

export type * from '#render/desk-paper.ts'
// The types that callers of the printer fill in; the rendering code stays in the worker.
export { DESK_SHEETS, deskImageIdsOf } from '#render/desk-paper.ts'
export { bookletImageIdsOf, imageIdsOf } from '#render/paper-images.ts'
export type * from '#render/paper-input.ts'
export {
  hasText,
  isSignatureWaiting,
  paperInputOf,
  paperMarkOf,
  studyLinesOf,
  undatedPaperOf,
} from '#render/report-paper/compose-paper.ts'
export { paperFileName, paperTitleOf } from '#render/report-paper/paper-title.ts'

/** A paper of fifty pages takes about a second; after this long the worker is assumed dead. */
const TIMEOUT_MS = 60_000

/** Thrown when the worker could not be started, died, or did not answer in time. */
export class PdfWorkerError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PdfWorkerError'
  }
}

interface RunningWorker {
  api: Remote<PdfWorker>
  /** Rejects when the worker dies. */
  died: Promise<never>
  stop(): void
}

let running: RunningWorker | undefined

/**
 * Creates the PDF of a paper in a worker; works offline. `images` contains what `imageIdsOf(paper)` names; a missing
 * one is printed as a crossed frame. Rejects with PdfWorkerError if the worker fails, and with the renderer's own error
 * for a text that cannot be printed.
 */
export function renderReportPdf(
  paper: PaperInput,
  images: RenderAssets['images'],
  onProgress?: RenderProgress,
): Promise<Blob> {
  return inWorker(({ render }) => render(paper, images, onProgress && proxy(onProgress)))
}

/** As renderReportPdf, for a booklet; `images` contains what `bookletImageIdsOf(booklet)` names. */
export function renderBookletPdf(
  booklet: BookletInput,
  images: RenderAssets['images'],
  onProgress?: RenderProgress,
): Promise<Blob> {
  return inWorker(({ renderBooklet }) => renderBooklet(booklet, images, onProgress && proxy(onProgress)))
}

/** As renderReportPdf, for a paper of the front desk; `images` contains what `deskImageIdsOf(paper)` names. */
export function renderDeskPdf(paper: DeskPaper, images: RenderAssets['images']): Promise<Blob> {
  return inWorker(({ renderDesk }) => renderDesk(paper, images))
}

/** Joins PDF files into one. Their bytes are transferred and no longer available here. */
export function mergePdfs(
  files: Uint8Array[],
  title: string,
  createdAt: Date,
  onProgress?: RenderProgress,
): Promise<Blob> {
  const handedOver = transfer(
    files,
    files.map(({ buffer }) => buffer),
  )
  return inWorker(({ merge }) => merge(handedOver, title, createdAt, onProgress && proxy(onProgress)))
}

/** Starts storing the fonts of a text's scripts and of a country's language on this device. */
export async function keepFontsFor(text: string, locale: string): Promise<void> {
  running ??= startWorker()
  await running.api.keepFonts(text, locale)
}

/** Runs one task; a worker that failed is replaced before the next one. */
async function inWorker(run: (api: Remote<PdfWorker>) => Promise<Uint8Array>): Promise<Blob> {
  const worker = (running ??= startWorker())
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PdfWorkerError('The report took too long to print.')), TIMEOUT_MS)
  })
  try {
    const bytes = await Promise.race([run(worker.api), worker.died, late])
    return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/pdf' })
  } catch (error) {
    // It may hang, be dead, or have failed to load a part of itself; the next paper gets a new one.
    if (!isRefusal(error)) stopWorker(worker)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Errors of a paper, not of the worker, which may be rendering another one. */
const REFUSALS: readonly string[] = ['UnprintableLetters', 'MissingFont', 'UnprintableReport']

const isRefusal = (error: unknown) => error instanceof Error && REFUSALS.includes(error.name)

function startWorker(): RunningWorker {
  const worker = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' })
  const api = wrap<PdfWorker>(worker)
  const { promise: died, reject } = Promise.withResolvers<never>()
  const die = (message: string) => reject(new PdfWorkerError(message))
  worker.onerror = (event) => die(event.message || 'The report could not be printed.')
  worker.onmessageerror = () => die('The report could not be handed to the printer.')
  // Prevents an unhandled rejection while no paper waits.
  died.catch(() => undefined)
  return {
    api,
    died,
    stop() {
      // Reject other papers that wait for this worker at once.
      die('The report could not be printed. Try again.')
      api[releaseProxy]()
      worker.terminate()
    },
  }
}

function stopWorker(worker: RunningWorker) {
  worker.stop()
  if (running === worker) running = undefined
}
