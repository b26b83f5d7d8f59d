import type { ReportDetail, ReportRow } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { isSigned } from '#domain/status/report-status.ts'
import { formatDateTime, formatDay } from '#domain/time/formats.ts'
import type { PaperBody } from '#src/db/tables.ts'
import { signatureImageId } from '#src/sync/reports/find-paper.ts'
import type {
  PaperInput,
  PaperLine,
  PaperMark,
  PaperOptions,
  PaperSignature,
} from '#src/workers/pdf-client.ts'
import { PREVIEW_WORDS as WORDS } from './words.ts'

export interface PaperSource {
  detail: ReportDetail
  paper: PaperBody
  options: PaperOptions
  /** Time zone of the branch: its paper shows its clock. */
  zone: string
  now: Date
}

/** Everything that the printer sets on a study's paper, ready to print. */
export function paperInputOf({ detail, paper, options, zone, now }: PaperSource): PaperInput {
  const { study } = detail
  const reports = detail.reports.filter(hasText)
  const headed = options.letterhead && (paper.header_file_id !== null || paper.footer_file_id !== null)
  return {
    title: WORDS.title,
    createdAt: now,
    patient: {
      name: study.pat_name,
      id: study.pat_id,
      sex: study.pat_sex,
      age: study.pat_age,
      birthDate: study.pat_birthdate ? formatDay(study.pat_birthdate) : '',
      dobAge: paper.show_age === 1 ? 'BOTH' : 'DOB',
    },
    studyLines: studyLinesOf(study, zone),
    reports: reports.map((report) => ({
      name: report.report_name,
      description: report.report_data,
      conclusion: report.conclusion,
      recommendation: report.recommendation,
      signatures: signaturesOf(report, paper, zone),
    })),
    options,
    margins: paper.margins,
    marginsPlain: paper.margins_plain,
    ...(headed && { letterhead: letterheadOf(paper) }),
    disclaimer: paper.disclaimer,
    ...markOf(reports),
  }
}

/**
 * Why the paper is not the filed report: a signature that waits on this device has no hash of the server yet
 * (DECISIONS "Reports"); a text before signing is a draft.
 */
export function paperMarkOf(reports: readonly ReportRow[]): PaperMark | undefined {
  if (reports.some(isSignatureWaiting)) return 'provisional'
  return reports.every((report) => isSigned(report.status)) ? undefined : 'unsigned'
}

/** True while a signature of this device has not reached the server. */
export function isSignatureWaiting(report: ReportRow): boolean {
  return isSigned(report.status) && report.signed_hash === ''
}

/** Reports that have something to print. */
export function hasText({ report_data, conclusion, recommendation }: ReportRow): boolean {
  return ![report_data, conclusion, recommendation].every(isEmptyMarkup)
}

function markOf(reports: readonly ReportRow[]): Pick<PaperInput, 'mark'> {
  const mark = paperMarkOf(reports)
  return mark ? { mark } : {}
}

function studyLinesOf(study: StudyRow, zone: string): PaperLine[] {
  const when = study.study_datetime ? formatDateTime(new Date(study.study_datetime), zone) : ''
  return [
    { label: WORDS.lines.study, value: [study.modality, study.study_desc].filter(Boolean).join(' · ') },
    { label: WORDS.lines.accession, value: study.accession_no },
    { label: WORDS.lines.studyDate, value: when },
    { label: WORDS.lines.referrer, value: study.ref_physician },
  ]
}

function signaturesOf(report: ReportRow, paper: PaperBody, zone: string): PaperSignature[] {
  const filed = paper.signatures.filter((signature) => signature.report_id === report.id)
  if (filed.length > 0 && !isSignatureWaiting(report)) {
    return filed.map(({ role, name, title, licence_no, image_url, at }) => ({
      role,
      name,
      title,
      licenceNo: licence_no,
      when: formatDateTime(new Date(at), zone),
      ...(image_url !== '' && { imageId: signatureImageId(image_url) }),
    }))
  }
  if (!isSigned(report.status) || !report.signed_on) return []
  const when = formatDateTime(new Date(report.signed_on), zone)
  return [{ role: 'Signed', name: report.signed_by_doctor, title: '', licenceNo: '', when }]
}

function letterheadOf(paper: PaperBody): PaperInput['letterhead'] {
  return {
    ...(paper.header_file_id && { headerImageId: paper.header_file_id }),
    ...(paper.footer_file_id && { footerImageId: paper.footer_file_id }),
    headerHeightMm: paper.header_height_mm,
    footerHeightMm: paper.footer_height_mm,
  }
}
