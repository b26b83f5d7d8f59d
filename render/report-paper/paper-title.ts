import { formatDate } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { StudyFacts } from './paper-facts.ts'
import { REPORT_PAPER_WORDS as WORDS } from './words.ts'

type NamedStudy = Pick<StudyFacts, 'modality' | 'study_desc' | 'accession_no' | 'study_datetime'>

/**
 * The kind of a study's paper: the report, the booklet around it, its pictures alone, or the report of
 * another system.
 */
export type PaperKind = keyof typeof WORDS.kinds

/** Returns the title of a study's paper for viewers: the study, without data of the patient. */
export function paperTitleOf(study: NamedStudy, zone: string, kind: PaperKind = 'report'): string {
  const day = study.study_datetime ? formatDate(new Date(study.study_datetime), zone) : ''
  return [WORDS.kinds[kind], examinationOf(study), study.accession_no, day]
    .filter((part) => part !== '')
    .join(' · ')
}

/** Characters that a system does not allow in a file name. */
const NOT_IN_NAMES = /[\p{Cc}\\/:*?"<>|]+/gu
const LONGEST = 120

/**
 * Returns the file name of a paper: patient id, accession number, day of the study (YYYY-MM-DD in a zone) and
 * examination, as far as known. It never contains the patient's name.
 */
export function paperFileName(
  study: NamedStudy & Pick<StudyFacts, 'pat_id'>,
  zone: string,
  kind: PaperKind = 'report',
): string {
  const day = study.study_datetime ? dayAt(new Date(study.study_datetime), zone) : ''
  const name = [WORDS.kinds[kind], study.pat_id, study.accession_no, day, examinationOf(study)].join(' ')
  // A letter of two UTF-16 units is never cut in half.
  const letters = Array.from(name.replace(NOT_IN_NAMES, ' ').replace(/\s+/g, ' ').trim())
  return `${letters.slice(0, LONGEST).join('').trim()}.pdf`
}

/** Returns the description, with the modality if the description does not contain it. */
const examinationOf = ({ modality, study_desc: description }: NamedStudy): string =>
  (description.startsWith(modality) ? description : `${modality} ${description}`).trim()
