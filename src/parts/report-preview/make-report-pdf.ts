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

/** What paper is wanted of a study. */
export interface WantedPaper {
  detail: ReportDetail
  options: PaperOptions
  /** Time zone of the branch. */
  zone: string
  /** Who prints: without the right to it an unpaid report is only looked at. */
  permissions: SessionFields['modules']
  addenda?: readonly AddendumRow[]
  keyImages?: PaperPictures
  mark?: PaperMark
}

export interface MadePaper {
  blob: Blob
  /** Of the file, by the study. */
  name: string
  /** Where the letterhead came from. */
  from: 'device' | 'server'
  /** True while the report may not be handed out: its payment is pending. */
  isHeld: boolean
  /** A picture of the letterhead could not be had: company and branch stand in words. */
  isPictureMissing: boolean
}

/** Makes a study's paper in the worker, also without the network. An unpaid one that may not leave says so on each page. */
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
