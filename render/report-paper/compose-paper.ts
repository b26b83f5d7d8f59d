import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { isSigned } from '#domain/status/report-status.ts'
import { formatDateTime, formatDay } from '#domain/time/formats.ts'
import type { PaperInput, PaperLine, PaperMark, PaperOptions, PaperPictures } from '../paper-input.ts'
import type { AddendumFacts, LetterFacts, ReportFacts, StudyFacts } from './paper-facts.ts'
import { addendaOf, signaturesOf } from './paper-signatures.ts'
import { paperTitleOf } from './paper-title.ts'
import { REPORT_PAPER_WORDS as WORDS } from './words.ts'

/** What a report's paper is made of, on a device and on the server alike. */
export interface PaperSource {
  detail: { study: StudyFacts; reports: readonly ReportFacts[] }
  paper: LetterFacts
  options: PaperOptions
  /** Time zone of the branch: its paper shows its clock. */
  zone: string
  now: Date
  /** Of the branch's country: it chooses the form of Han letters. */
  locale?: string | undefined
  /** Where the app is served: the code for checking leads there; no code where nobody knows it. */
  origin: string | undefined
  /** Addenda that this device holds, also those that wait to be sent. */
  addenda?: readonly AddendumFacts[]
  keyImages?: PaperPictures
  /** Why it is not the filed paper, beyond what the reports say themselves. */
  mark?: PaperMark
}

/** Everything that the printer sets on a study's paper, ready to print. */
export const paperInputOf = (source: PaperSource): PaperInput => ({
  ...undatedPaperOf(source),
  createdAt: source.now,
})

/** The same but for the moment at which it is printed. */
export function undatedPaperOf(source: Omit<PaperSource, 'now'>): Omit<PaperInput, 'createdAt'> {
  const { detail, paper, options, zone, origin, addenda = [], keyImages } = source
  const { study } = detail
  const reports = detail.reports.filter(hasText)
  const headed = options.letterhead && (paper.header_file_id !== null || paper.footer_file_id !== null)
  const mark = paperMarkOf(reports, addenda) ?? source.mark
  return {
    title: paperTitleOf(study, zone),
    locale: source.locale,
    patient: {
      name: study.pat_name,
      id: study.pat_id,
      sex: study.pat_sex,
      age: study.pat_age,
      birthDate: study.pat_birthdate ? formatDay(study.pat_birthdate) : '',
      dobAge: paper.dob_age,
    },
    studyLines: studyLinesOf(study, zone),
    reports: reports.map((report) => ({
      name: report.report_name,
      description: report.report_data,
      conclusion: report.conclusion,
      recommendation: report.recommendation,
      signatures: signaturesOf(report, paper, zone),
      addenda: addendaOf(report, paper, addenda, zone),
      ...checkOf(report, origin),
    })),
    options,
    margins: paper.margins,
    marginsPlain: paper.margins_plain,
    ...(headed && { letterhead: letterheadOf(paper) }),
    disclaimer: paper.disclaimer,
    ...(keyImages && { keyImages }),
    ...(mark && { mark }),
  }
}

/**
 * Why the paper is not the filed report: a signature or an addendum that waits on this device has no hash of the server
 * yet (docs/reports.md); a text before signing is a draft.
 */
export function paperMarkOf(
  reports: readonly ReportFacts[],
  addenda: readonly AddendumFacts[] = [],
): PaperMark | undefined {
  const isWaiting =
    reports.some(isSignatureWaiting) || addenda.some((addendum) => addendum.signed_hash === '')
  if (isWaiting) return 'provisional'
  return reports.every((report) => isSigned(report.status)) ? undefined : 'unsigned'
}

/** True while a signature of this device has not reached the server. */
export function isSignatureWaiting(report: ReportFacts): boolean {
  return isSigned(report.status) && report.signed_hash === ''
}

/** Reports that have something to print. */
export function hasText({ report_data, conclusion, recommendation }: ReportFacts): boolean {
  return ![report_data, conclusion, recommendation].every(isEmptyMarkup)
}

/**
 * Where a reader asks whether this is what was signed; only a text that the server holds can be asked for. The report's
 * id tells it from others of the same words.
 */
function checkOf({ report_id, status, signed_hash: hash }: ReportFacts, origin: string | undefined) {
  if (!isSigned(status) || hash === '' || origin === undefined) return {}
  return { check: { hash, url: `${origin}/verify-signature?h=${hash}&r=${report_id}` } }
}

/** What the paper says about the study, times on the clock of a zone. */
export function studyLinesOf(study: StudyFacts, zone: string): PaperLine[] {
  const when = study.study_datetime ? formatDateTime(new Date(study.study_datetime), zone) : ''
  return [
    { label: WORDS.lines.study, value: [study.modality, study.study_desc].filter(Boolean).join(' · ') },
    { label: WORDS.lines.accession, value: study.accession_no },
    { label: WORDS.lines.studyDate, value: when },
    { label: WORDS.lines.referrer, value: study.ref_physician },
  ]
}

function letterheadOf(paper: LetterFacts): PaperInput['letterhead'] {
  return {
    ...(paper.header_file_id && { headerImageId: paper.header_file_id }),
    ...(paper.footer_file_id && { footerImageId: paper.footer_file_id }),
    headerHeightMm: paper.header_height_mm,
    footerHeightMm: paper.footer_height_mm,
    issuer: paper.issuer ?? [paper.branch_name],
  }
}
