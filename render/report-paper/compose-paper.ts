import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { isSigned } from '#domain/status/report-status.ts'
import { formatDateTime, formatDay } from '#domain/time/formats.ts'
import type { PaperInput, PaperLine, PaperMark, PaperOptions, PaperPictures } from '../paper-input.ts'
import type { AddendumFacts, LetterFacts, ReportFacts, StudyFacts } from './paper-facts.ts'
import { addendaOf, signaturesOf } from './paper-signatures.ts'
import { paperTitleOf } from './paper-title.ts'
import { REPORT_PAPER_WORDS as WORDS } from './words.ts'

/** The source data of a report's paper, on a device and on the server alike. */
export interface PaperSource {
  detail: { study: StudyFacts; reports: readonly ReportFacts[] }
  paper: LetterFacts
  options: PaperOptions
  /** Time zone of the branch, used for the times on its paper. */
  zone: string
  now: Date
  /** The locale of the branch's country: it selects the form of Han letters. */
  locale?: string | undefined
  /** The app's address, to which the code for checking leads; no code if it is unknown. */
  origin: string | undefined
  /** Addenda on this device, also those that wait to be sent. */
  addenda?: readonly AddendumFacts[]
  keyImages?: PaperPictures
  /** Why it is not the filed paper, in addition to the reports' own status. */
  mark?: PaperMark
}

/** Returns all input for the paper of a study, ready to print. */
export const paperInputOf = (source: PaperSource): PaperInput => ({
  ...undatedPaperOf(source),
  createdAt: source.now,
})

/** Returns the same without the time of printing. */
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
 * Returns why the paper is not the filed report: a signature or an addendum that waits on this device has no
 * hash of the server yet (docs/reports.md); a text before signing is a draft.
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

/** Returns true while a signature of this device has not reached the server. */
export function isSignatureWaiting(report: ReportFacts): boolean {
  return isSigned(report.status) && report.signed_hash === ''
}

/** Returns true for reports that have something to print. */
export function hasText({ report_data, conclusion, recommendation }: ReportFacts): boolean {
  return ![report_data, conclusion, recommendation].every(isEmptyMarkup)
}

/**
 * Returns where a reader can check that this is the signed text; only a text on the server can be checked.
 * The report's id distinguishes it from others with the same words.
 */
function checkOf({ report_id, status, signed_hash: hash }: ReportFacts, origin: string | undefined) {
  if (!isSigned(status) || hash === '' || origin === undefined) return {}
  return { check: { hash, url: `${origin}/verify-signature?h=${hash}&r=${report_id}` } }
}

/** Returns the paper's lines about the study, with times in a zone. */
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
