import { formatDate } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { StudyFacts } from './paper-facts.ts'
import { REPORT_PAPER_WORDS as WORDS } from './words.ts'

type NamedStudy = Pick<StudyFacts, 'modality' | 'study_desc' | 'accession_no' | 'study_datetime'>

/** What a paper of a study shows: the report, the booklet around it, its pictures alone, or the report of another system. */
export type PaperKind = keyof typeof WORDS.kinds

/** What the paper of a study is called in viewers: the study, and nothing about the patient. */
export function paperTitleOf(study: NamedStudy, zone: string, kind: PaperKind = 'report'): string {
  const day = study.study_datetime ? formatDate(new Date(study.study_datetime), zone) : ''
  return [WORDS.kinds[kind], examinationOf(study), study.accession_no, day]
    .filter((part) => part !== '')
    .join(' · ')
}

/** Signs that a system does not take in the name of a file. */
const NOT_IN_NAMES = /[\p{Cc}\\/:*?"<>|]+/gu
const LONGEST = 120

/**
 * The name of the file of a paper: patient id, accession number, day of the study (YYYY-MM-DD on the clock of a zone) and
 * examination, what is known of them. The patient's name stands in none.
 */
export function paperFileName(
  study: NamedStudy & Pick<StudyFacts, 'pat_id'>,
  zone: string,
  kind: PaperKind = 'report',
): string {
  const day = study.study_datetime ? dayAt(new Date(study.study_datetime), zone) : ''
  const name = [WORDS.kinds[kind], study.pat_id, study.accession_no, day, examinationOf(study)].join(' ')
  // A letter of two parts is never cut in half.
  const letters = Array.from(name.replace(NOT_IN_NAMES, ' ').replace(/\s+/g, ' ').trim())
  return `${letters.slice(0, LONGEST).join('').trim()}.pdf`
}

/** The modality stands where the description does not say it. */
const examinationOf = ({ modality, study_desc: description }: NamedStudy): string =>
  (description.startsWith(modality) ? description : `${modality} ${description}`).trim()
