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
  /** The whole booklet, or its pictures alone. */
  kind: 'booklet' | 'keyImages'
  study: StudyRow
  pictures: PaperPictures
  /** What stands in a whole booklet beside the pictures; absent where they stand alone. */
  paper?: PaperBody | undefined
  /** Those that `reportsOfBooklet` names; they need the paper. */
  reports: readonly ReportRow[]
  addenda: readonly AddendumRow[]
  /** The payment is pending: read and not handed out. */
  isHeld: boolean
  /** Time zone of the branch. */
  zone: string
  locale: string | undefined
}

/** The pictures of a booklet as they were laid out. */
export function picturesOf({ layout, empty_area_bg, img_file_ids }: BookletContent): PaperPictures {
  return { ...gridOf(layout), background: empty_area_bg, imageIds: trimCells(img_file_ids) }
}

/** The key images of a study: the pictures of its booklet without gaps, in a layout to look at them. */
export function keyImagesOf(
  { empty_area_bg, img_file_ids }: BookletContent,
  layout: BookletLayout,
): PaperPictures {
  return { ...gridOf(layout), background: empty_area_bg, imageIds: imagesOf(img_file_ids) }
}

/** The reports whose text stands in a booklet: what is signed and says something, as the server's `report_html`. */
export const reportsOfBooklet = (reports: readonly ReportRow[]): readonly ReportRow[] =>
  reports.filter((report) => isSigned(report.status) && hasText(report))

/** A booklet ready to print but for the moment at which it is. */
export type UndatedBooklet = Omit<BookletInput, 'createdAt'>

/** Everything that the printer sets in a booklet, ready to print. */
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

/** Pictures alone: the foot of the page says whose they are. */
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

/** Accession number and time of the study: the rest is told above the report. */
const footOf = ({ accession_no, study_datetime }: StudyRow, zone: string): string[] => [
  accession_no,
  study_datetime ? formatDateTime(new Date(study_datetime), zone) : '',
]

/** Longer descriptions are cut where nothing but the foot of a page tells them, in letters. */
const LONGEST = 80

function examinationOf({ modality, study_desc }: StudyRow): string {
  const letters = Array.from([modality, study_desc].filter(Boolean).join(' · '))
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('').trim()} …` : letters.join('')
}
