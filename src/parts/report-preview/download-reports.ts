import { filedAlone, hasPreview } from '#domain/report/filed.ts'
import { OfflineError } from '#src/sync/api/call-api.ts'
import { findZone } from '#src/sync/directory/find-zone.ts'
import { findDetail, readOnlyDetail } from '#src/sync/reports/find-detail.ts'
import { currentSession } from '#src/sync/session/session.ts'
import { downloadBlob } from '#src/ui/files/download-blob.ts'
import { hasText, mergePdfs } from '#src/workers/pdf-client.ts'
import { makeReportPdf } from './make-report-pdf.ts'
import { PREVIEW_WORDS as WORDS } from './words.ts'

/** A study whose report is not in the download. */
export interface SkippedReport {
  studyId: string
  reason: 'unwritten' | 'held' | 'failed'
}

export interface DownloadedReports {
  /** Number of studies whose reports are in the file; if 0, there is no file. */
  included: number
  skipped: SkippedReport[]
}

/** The share of the work spent on creating the single papers; the rest is merging them. */
const MAKING_SHARE = 0.9
/** The number of studies whose texts, letterheads and signatures are loaded ahead of the one being laid out. */
const AHEAD = 3

/**
 * Creates one PDF of many studies' reports, in their order, and downloads it. Reports without text, held for payment or
 * not printable are left out and listed. `onProgress` gets shares between 0 and 1; aborting rejects with the signal's
 * reason and leaves nothing behind. Throws OfflineError if nothing could be read.
 */
export async function downloadReports(
  studyIds: readonly string[],
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<DownloadedReports> {
  const files: Uint8Array[] = []
  const skipped: SkippedReport[] = []
  let offline: OfflineError | undefined
  const details = studyIds.map(() => undefined as Promise<Opened> | undefined)
  const openAt = (at: number) => {
    const id = studyIds[at]
    if (id !== undefined) details[at] ??= open(id, signal)
  }
  for (const [at, studyId] of studyIds.entries()) {
    for (let next = at; next <= at + AHEAD; next++) openAt(next)
    signal.throwIfAborted()
    const made = await makeOne(await details[at]).catch((error: unknown) => {
      if (error instanceof OfflineError) offline = error
      return 'failed' as const
    })
    signal.throwIfAborted()
    if (made instanceof Uint8Array) files.push(made)
    else skipped.push({ studyId, reason: made })
    onProgress((MAKING_SHARE * (at + 1)) / studyIds.length)
  }
  if (files.length === 0 && offline) throw offline
  if (files.length > 0) await handOver(files, onProgress, signal)
  return { included: studyIds.length - skipped.length, skipped }
}

type Opened = Awaited<ReturnType<typeof findDetail>> | { error: unknown }

/** Opens a study. Stores a failure until its turn, so that it is never an unhandled rejection. */
const open = (studyId: string, signal: AbortSignal): Promise<Opened> =>
  findDetail(studyId, signal).catch((error: unknown) => ({ error }))

async function makeOne(opened: Opened | undefined): Promise<Uint8Array | SkippedReport['reason']> {
  if (!opened || 'error' in opened) throw opened?.error
  if (!hasPreview(opened.study) || !opened.reports.some(hasText)) return 'unwritten'
  const { blob, isHeld } = await makeReportPdf({
    detail: readOnlyDetail({ ...opened, reports: [...filedAlone(opened.reports)] }),
    options: { letterhead: true, signature: true },
    zone: await findZone(opened.study.branch_id),
    permissions: currentSession()?.modules ?? [],
    addenda: opened.addenda,
  })
  return isHeld ? 'held' : new Uint8Array(await blob.arrayBuffer())
}

async function handOver(
  files: Uint8Array[],
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const now = new Date()
  let isMerged = false
  // Progress has its own channel: the last update may arrive after the file.
  const tell = (share: number) => isMerged || onProgress(MAKING_SHARE + (1 - MAKING_SHARE) * share)
  const merged = await mergePdfs(files, WORDS.reportsTitle, now, (share) => void tell(share))
  isMerged = true
  signal.throwIfAborted()
  onProgress(1)
  downloadBlob(merged, WORDS.reportsFileName(now.toISOString().slice(0, 10)))
}
