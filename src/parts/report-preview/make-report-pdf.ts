import type { ReportDetail } from '#contract/calls/reports.ts'
import type { AddendumRow } from '#contract/calls/study-parts.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { isPrintHeld } from '#domain/report/print-gate.ts'
import { findPaper, findPaperImages } from '#src/sync/reports/find-paper.ts'
import { currentSession } from '#src/sync/session/session.ts'
import {
  imageIdsOf,
  type PaperMark,
  type PaperOptions,
  type PaperPictures,
  paperFileName,
  paperInputOf,
  renderReportPdf,
} from '#src/workers/pdf-client.ts'

/** The requested paper of a study. */
export interface WantedPaper {
  detail: ReportDetail
  options: PaperOptions
  /** The branch's time zone. */
  zone: string
  /** The printing person's permissions: without the right, an unpaid report can only be viewed. */
  permissions: SessionFields['modules']
  addenda?: readonly AddendumRow[]
  keyImages?: PaperPictures
  mark?: PaperMark
}

export interface MadePaper {
  blob: Blob
  /** The file's name, from the study. */
  name: string
  /** The source of the letterhead. */
  from: 'device' | 'server'
  /** True while the report may not be handed out because its payment is pending. */
  isHeld: boolean
  /** A letterhead picture was unavailable: company and branch are written as text. */
  isPictureMissing: boolean
}

/** Creates a study's paper in the worker, also offline. An unpaid one that is held says so on each page. */
export async function makeReportPdf(
  wanted: WantedPaper,
  onProgress?: (share: number) => void,
): Promise<MadePaper> {
  const { permissions, mark, ...source } = wanted
  const { study } = wanted.detail
  const { paper, from } = await findPaper(study.id, study.branch)
  const isHeld = isPrintHeld({
    paymentStatus: study.payment_status,
    resultsWait: paper.results_wait_for_payment === 1,
    permissions,
  })
  const input = paperInputOf({
    ...source,
    paper,
    now: new Date(),
    origin: location.origin,
    locale: currentSession()?.locale,
    mark: isHeld ? 'unpaid' : mark,
  })
  const images = await findPaperImages(imageIdsOf(input), paper)
  const strips = wanted.options.letterhead ? [paper.header_file_id, paper.footer_file_id] : []
  return {
    blob: await renderReportPdf(input, images, onProgress),
    name: paperFileName(study, wanted.zone),
    from,
    isHeld,
    isPictureMissing: strips.some((id) => id !== null && !images.has(id)),
  }
}
