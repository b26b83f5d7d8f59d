import type { StudyRow } from '#contract/calls/studies.ts'
import { type BookletLayout, gridOf, imagesOf, trimCells } from '#domain/study/booklet.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import type { PaperBody } from '#src/db/tables.ts'
import type { BookletContent } from '#src/sync/booklets/save-booklet.ts'
import type { BookletInput, PaperPictures } from '#src/workers/pdf-client.ts'
import { BOOKLET_WORDS as WORDS } from './words.ts'

export interface BookletSource {
  study: StudyRow
  pictures: PaperPictures
  /** Absent where the pictures stand without front and back. */
  covers?: Pick<PaperBody, 'booklet_front_file_id' | 'booklet_back_file_id'>
  /** Time zone of the branch. */
  zone: string
}

/** A booklet ready to print but for the moment at which it is. */
export type UndatedBooklet = Omit<BookletInput, 'createdAt'>

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

/** Everything that the printer sets in a booklet, ready to print. */
export function bookletInputOf({ study, pictures, covers, zone }: BookletSource): UndatedBooklet {
  const when = study.study_datetime ? formatDateTime(new Date(study.study_datetime), zone) : ''
  const parts = [study.modality, study.study_desc, study.accession_no, when]
  return {
    title: WORDS.title,
    patient: { name: study.pat_name, id: study.pat_id },
    study: parts.filter(Boolean).join('  ·  '),
    pictures,
    ...(covers?.booklet_front_file_id && { frontImageId: covers.booklet_front_file_id }),
    ...(covers?.booklet_back_file_id && { backImageId: covers.booklet_back_file_id }),
  }
}
