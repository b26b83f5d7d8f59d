import type { ReportRow } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { AddendumRow } from '#contract/calls/study-parts.ts'
import { isSigned } from '#domain/status/report-status.ts'
import { type BookletLayout, gridOf, imagesOf, trimCells } from '#domain/study/booklet.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import type { PaperBody } from '#src/db/tables.ts'
import type { BookletContent } from '#src/sync/booklets/save-booklet.ts'
import {
  type BookletInput,
  type BookletText,
  hasText,
  type PaperPictures,
  paperTitleOf,
  studyLinesOf,
  undatedPaperOf,
} from '#src/workers/pdf-client.ts'

export interface BookletSource {
  /** The whole booklet, or only its pictures. */
  kind: 'booklet' | 'keyImages'
  study: StudyRow
  pictures: PaperPictures
  /** The content of a whole booklet besides the pictures; absent for pictures only. */
  paper?: PaperBody | undefined
  /** Those returned by `reportsOfBooklet`; they need the paper. */
  reports: readonly ReportRow[]
  addenda: readonly AddendumRow[]
  /** The payment is pending: may be read but not printed or downloaded. */
  isHeld: boolean
  /** The branch's time zone. */
  zone: string
  locale: string | undefined
}

/** Returns the pictures of a booklet as laid out. */
export function picturesOf({ layout, empty_area_bg, img_file_ids }: BookletContent): PaperPictures {
  return { ...gridOf(layout), background: empty_area_bg, imageIds: trimCells(img_file_ids) }
}

/** Returns the key images of a study: the pictures of its booklet without gaps, in a layout for viewing. */
export function keyImagesOf(
  { empty_area_bg, img_file_ids }: BookletContent,
  layout: BookletLayout,
): PaperPictures {
  return { ...gridOf(layout), background: empty_area_bg, imageIds: imagesOf(img_file_ids) }
}

/** Returns the reports included in a booklet: signed and not empty, like the server's `report_html`. */
export const reportsOfBooklet = (reports: readonly ReportRow[]): readonly ReportRow[] =>
  reports.filter((report) => isSigned(report.status) && hasText(report))

/** A booklet ready to print, except for its creation time. */
export type UndatedBooklet = Omit<BookletInput, 'createdAt'>

/** Returns everything that the printer lays out in a booklet. */
export function bookletInputOf(source: BookletSource): UndatedBooklet {
  const { pictures, paper, locale } = source
  return {
    ...textOf(source),
    locale,
    pictures,
    ...(paper?.booklet_front_file_id && { frontImageId: paper.booklet_front_file_id }),
    ...(paper?.booklet_back_file_id && { backImageId: paper.booklet_back_file_id }),
  }
}

const OPTIONS = { letterhead: false, signature: true } as const

function textOf({ kind, study, paper, reports, addenda, isHeld, zone }: BookletSource): BookletText {
  const title = paperTitleOf(study, zone, kind)
  if (!paper || reports.length === 0) return withoutText(study, title, zone)
  const { patient, studyLines, disclaimer, mark, ...text } = undatedPaperOf({
    detail: { study, reports },
    paper,
    options: OPTIONS,
    zone,
    origin: location.origin,
    addenda: addenda.filter(({ report_id }) => reports.some(({ id }) => id === report_id)),
    ...(isHeld && { mark: 'unpaid' }),
  })
  return {
    title,
    patient,
    studyLines,
    disclaimer,
    reports: text.reports,
    options: OPTIONS,
    foot: footOf(study, zone),
    ...(mark && { mark }),
  }
}

/** Returns the texts for pictures only: the page's footer identifies the patient. */
function withoutText(study: StudyRow, title: string, zone: string): BookletText {
  const { pat_name: name, pat_id: id } = study
  const patient = { name, id, sex: '', age: '', birthDate: '', dobAge: 'BOTH' } as const
  return {
    title,
    patient,
    studyLines: studyLinesOf(study, zone),
    disclaimer: '',
    reports: [],
    options: OPTIONS,
    foot: [examinationOf(study), ...footOf(study, zone)],
  }
}

/** Returns the accession number and time of the study: the rest is shown above the report. */
const footOf = ({ accession_no, study_datetime }: StudyRow, zone: string): string[] => [
  accession_no,
  study_datetime ? formatDateTime(new Date(study_datetime), zone) : '',
]

/** Maximum length, in characters, of a description that only the footer shows. */
const LONGEST = 80

function examinationOf({ modality, study_desc }: StudyRow): string {
  const letters = Array.from([modality, study_desc].filter(Boolean).join(' · '))
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('').trim()} …` : letters.join('')
}
