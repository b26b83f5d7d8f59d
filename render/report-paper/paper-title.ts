import { formatDate } from '#domain/time/formats.ts'
import type { StudyFacts } from './paper-facts.ts'
import { REPORT_PAPER_WORDS as WORDS } from './words.ts'

type NamedStudy = Pick<StudyFacts, 'modality' | 'study_desc' | 'accession_no' | 'study_datetime'>

/** What the paper of a study is called in viewers: the study, and nothing about the patient. */
export function paperTitleOf(study: NamedStudy, zone: string): string {
  const { modality, study_desc: description, accession_no: accession, study_datetime: at } = study
  const kind = description.startsWith(modality) ? description : `${modality} ${description}`
  const day = at ? formatDate(new Date(at), zone) : ''
  return [WORDS.title, kind.trim(), accession, day].filter((part) => part !== '').join(' · ')
}

/** Signs that a system does not take in the name of a file, and the dots between the parts of a title. */
const NOT_IN_NAMES = /[\p{Cc}\\/:*?"<>|·]+/gu
const LONGEST = 120

/** The name of the file of a paper, by its title. */
export const paperFileName = (title: string): string =>
  `${title.replace(NOT_IN_NAMES, ' ').replace(/\s+/g, ' ').trim().slice(0, LONGEST).trim()}.pdf`
