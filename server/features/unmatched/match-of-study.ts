import type { MatchStudy } from '#domain/match/match-visit.ts'

/** The columns of a study that say what it was taken for. */
export interface MatchColumns {
  branch_id: string | null
  accession_no: string
  pat_id: string
  pat_name: string
  pat_birthdate: string | null
  pat_sex: string
  modality: string
  study_iuid: string
  /** An instant; text as headers are read. */
  study_datetime: Date | string | null
  received_datetime: Date | string
}

/** A study as the rules of matching read it. */
export function matchOfStudy(study: MatchColumns): MatchStudy {
  const { branch_id, accession_no, pat_id, pat_name, pat_birthdate, pat_sex, modality, study_iuid } = study
  const at = new Date(study.study_datetime ?? study.received_datetime).getTime()
  return { branch_id, accession_no, pat_id, pat_name, pat_birthdate, pat_sex, modality, study_iuid, at }
}
