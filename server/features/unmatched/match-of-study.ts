import type { MatchStudy } from '#domain/match/match-visit.ts'

/** The columns of a study that are matched. */
export interface MatchColumns {
  branch_id: string | null
  accession_no: string
  pat_id: string
  pat_name: string
  pat_birthdate: string | null
  pat_sex: string
  modality: string
  study_iuid: string
  /** An instant; a text if it comes from a header. */
  study_datetime: Date | string | null
  received_datetime: Date | string
}

/** Converts a study to the form of the matching rules. */
export function matchOfStudy(study: MatchColumns): MatchStudy {
  const { branch_id, accession_no, pat_id, pat_name, pat_birthdate, pat_sex, modality, study_iuid } = study
  const at = new Date(study.study_datetime ?? study.received_datetime).getTime()
  return { branch_id, accession_no, pat_id, pat_name, pat_birthdate, pat_sex, modality, study_iuid, at }
}
