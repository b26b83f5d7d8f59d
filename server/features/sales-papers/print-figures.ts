import { buffer } from 'node:stream/consumers'
import { type FiguresPaper, figuresImageIdsOf } from '#render/figures-paper.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { runInThread } from '../documents-html/public/run-in-thread.ts'
import type { FiguresPaperInput } from './paper-thread.ts'

/** Thousands of rows take more than a letter does. */
const LIMITS = { memoryMb: 512, timeoutMs: 60_000 }

/**
 * Renders a paper of figures in a separate thread. `pictures` is the SHA-256 of each picture by id; omits one that is
 * not stored. Returns undefined if rendering failed, or if nobody waits for it any more.
 */
export async function printFigures(
  kernel: Kernel,
  paper: FiguresPaper,
  pictures: ReadonlyMap<string, Buffer>,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const images = new Map<string, Uint8Array>()
  for (const id of figuresImageIdsOf(paper)) {
    const sha256 = pictures.get(id)
    const stream = sha256 === undefined ? undefined : await kernel.files.open(sha256)
    if (stream) images.set(id, new Uint8Array(await buffer(stream)))
  }
  const work: FiguresPaperInput = { paper, images }
  return runInThread<Uint8Array>(new URL('./paper-thread.ts', import.meta.url), work, { ...LIMITS, signal })
}
