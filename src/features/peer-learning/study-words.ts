import type { PeerPointRow, PeerReadingRow } from '#contract/calls/peer-learning.ts'
import { formatDate } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { PEER_WORDS as WORDS } from './words.ts'

type Study = Pick<
  PeerReadingRow | PeerPointRow,
  'study_desc' | 'modality' | 'study_datetime' | 'branch' | 'branch_id'
>

/** Returns the day of a timestamp in the time zone of the study's branch. */
export const dayOf = (instant: string, { branch_id }: Pick<Study, 'branch_id'>): string =>
  formatDate(new Date(instant), branchZone(branch_id))

export const nameOf = ({ study_desc, modality }: Study): string => study_desc || modality || WORDS.nameless

/** Returns the known facts of the examination, besides its name. */
export const factsOf = (study: Study & Partial<Pick<PeerReadingRow, 'pat_age' | 'pat_sex'>>): string =>
  [study.modality, study.pat_age, study.pat_sex, dayOf(study.study_datetime, study), study.branch]
    .filter(Boolean)
    .join(' · ')
