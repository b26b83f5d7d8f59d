import { buffer } from 'node:stream/consumers'
import { runInThread } from '#server/features/documents-html/public/run-in-thread.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import type { ReportPaperInput } from '../report-thread.ts'
import type { ReportPaper } from './read-report-paper.ts'

/** A report of fifty pages with pictures takes seconds. */
const LIMITS = { memoryMb: 512, timeoutMs: 60_000 }

/**
 * Renders a report's paper in a separate thread: the same PDF as on a device. A picture that is not stored becomes a
 * crossed frame. Returns undefined if rendering failed.
 */
export async function printReport(
  { files }: Pick<Kernel, 'files'>,
  { input, pictures }: Pick<ReportPaper, 'input' | 'pictures'>,
): Promise<Uint8Array | undefined> {
  const images = new Map<string, Uint8Array>()
  for (const [id, sha256] of pictures) {
    const stream = await files.open(sha256)
    if (stream) images.set(id, new Uint8Array(await buffer(stream)))
  }
  const work: ReportPaperInput = { input, images }
  return runInThread<Uint8Array>(new URL('../report-thread.ts', import.meta.url), work, LIMITS)
}
