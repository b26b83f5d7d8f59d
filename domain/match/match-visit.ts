import type { DayText } from '../time/zones.ts'
import { editDistance } from './edit-distance.ts'
import { isSameName, nameLikeness } from './name-likeness.ts'

/** A study's own data: its header, or corrections to it. */
export interface MatchStudy {
  branch_id: string | null
  accession_no: string
  pat_id: string
  pat_name: string
  pat_birthdate: DayText | null
  pat_sex: string
  modality: string
  /** StudyInstanceUID of its images. */
  study_iuid: string
  /** Milliseconds. */
  at: number
}

/** A service of a visit with its patient's identity. */
export interface MatchService {
  branch_id: string
  accession_no: string
  pat_id: string
  pat_name: string
  pat_birthdate: DayText | null
  pat_sex: string
  modality: string
  /** The StudyInstanceUID given to the machine: from the hospital's order, else our own. */
  study_iuid: string
  /** The booked time, in milliseconds. */
  at: number
}

/** Why a service is suggested, in the order in which people check. */
export const MATCH_REASONS = [
  'same_study_uid',
  'same_accession',
  'similar_accession',
  'same_patient_id',
  'similar_patient_id',
  'same_name',
  'similar_name',
  'same_birthdate',
  'similar_birthdate',
  'same_modality',
  'same_day',
  'near_day',
  'other_sex',
  'other_branch',
] as const
export type MatchReason = (typeof MATCH_REASONS)[number]

export const MATCH_REASON_LABELS: Record<MatchReason, string> = {
  same_study_uid: 'Images of this order',
  same_accession: 'Same accession number',
  similar_accession: 'Accession number differs by a letter',
  same_patient_id: 'Same patient ID',
  similar_patient_id: 'Patient ID differs by a letter',
  same_name: 'Same name',
  similar_name: 'Similar name',
  same_birthdate: 'Same date of birth',
  similar_birthdate: 'Date of birth nearly the same',
  same_modality: 'Same modality',
  same_day: 'Same day',
  near_day: 'Within three days',
  other_sex: 'Sex differs',
  other_branch: 'Another branch',
}

/** The weight of each reason. A name that is only similar counts by its similarity. */
const WEIGHTS: Record<MatchReason, number> = {
  same_study_uid: 45,
  same_accession: 40,
  similar_accession: 24,
  same_patient_id: 34,
  similar_patient_id: 18,
  same_name: 30,
  similar_name: 26,
  same_birthdate: 22,
  similar_birthdate: 14,
  same_modality: 8,
  same_day: 8,
  near_day: 4,
  other_sex: -12,
  other_branch: -20,
}

/** Below this score a service has too little in common with the study to be suggested. */
export const SUGGESTED_FROM = 30

export interface Match {
  score: number
  reasons: MatchReason[]
}

const HOUR_MS = 3_600_000
/** Numbers are compared without case, spaces and marks; zeros and the letter O are often confused. */
const plain = (number: string) =>
  number
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replaceAll('I', '1')

/**
 * True if a study is linked automatically (docs/studies.md): branch, accession number AND patient agree, the patient
 * by pat_id, or by name and date of birth. Nothing less suffices: the study UID given to the machine only adds to a
 * suggestion and never links by itself (docs/decisions/324).
 */
export function isCertainMatch(study: MatchStudy, service: MatchService): boolean {
  const exact = (text: string) => text.trim().toUpperCase()
  const isSameNumber =
    exact(study.accession_no) !== '' && exact(study.accession_no) === exact(service.accession_no)
  if (study.branch_id !== service.branch_id || !isSameNumber) return false
  const isSameId = exact(study.pat_id) !== '' && exact(study.pat_id) === exact(service.pat_id)
  const isSamePerson =
    isSameName(study.pat_name, service.pat_name) &&
    study.pat_birthdate !== null &&
    study.pat_birthdate === service.pat_birthdate
  return isSameId || isSamePerson
}

/** The score and reasons for a service being the one that the study was taken for; undefined if too low. */
export function matchVisit(study: MatchStudy, service: MatchService): Match | undefined {
  const likeness = nameLikeness(study.pat_name, service.pat_name)
  const reasons = [
    ...(isSameUid(study.study_iuid, service.study_iuid) ? (['same_study_uid'] as const) : []),
    ...numberReason(study.accession_no, service.accession_no, 'same_accession', 'similar_accession'),
    ...numberReason(study.pat_id, service.pat_id, 'same_patient_id', 'similar_patient_id'),
    ...nameReason(study, service, likeness),
    ...birthReason(study.pat_birthdate, service.pat_birthdate),
    ...(sharesModality(study.modality, service.modality) ? (['same_modality'] as const) : []),
    ...dayReason(Math.abs(study.at - service.at)),
    ...(differs(study.pat_sex, service.pat_sex) ? (['other_sex'] as const) : []),
    ...(study.branch_id !== null && study.branch_id !== service.branch_id ? (['other_branch'] as const) : []),
  ]
  const score = reasons.reduce(
    (sum, reason) => sum + WEIGHTS[reason] * (reason === 'similar_name' ? likeness : 1),
    0,
  )
  return score >= SUGGESTED_FROM ? { score: Math.round(score), reasons } : undefined
}

const isSameUid = (a: string, b: string) => a !== '' && a === b

function numberReason<Same extends MatchReason, Similar extends MatchReason>(
  a: string,
  b: string,
  same: Same,
  similar: Similar,
): (Same | Similar)[] {
  const [one, other] = [plain(a), plain(b)]
  if (one === '' || other === '') return []
  if (one === other) return [same]
  // Short numbers can be similar by chance.
  return Math.min(one.length, other.length) >= 5 && editDistance(one, other, 1) === 1 ? [similar] : []
}

function nameReason(study: MatchStudy, service: MatchService, likeness: number): MatchReason[] {
  if (isSameName(study.pat_name, service.pat_name)) return ['same_name']
  return likeness >= 0.5 ? ['similar_name'] : []
}

function birthReason(a: DayText | null, b: DayText | null): MatchReason[] {
  if (a === null || b === null) return []
  if (a === b) return ['same_birthdate']
  const [year, month, day] = a.split('-')
  const isSwapped = b === `${year}-${day}-${month}`
  return isSwapped || editDistance(a, b, 1) === 1 ? ['similar_birthdate'] : []
}

const sharesModality = (a: string, b: string) => {
  const given = a.split(',').map((one) => one.trim())
  return b !== '' && given.includes(b)
}

function dayReason(apartMs: number): MatchReason[] {
  if (apartMs <= 24 * HOUR_MS) return ['same_day']
  return apartMs <= 72 * HOUR_MS ? ['near_day'] : []
}

const differs = (a: string, b: string) => {
  const [one, other] = [a.charAt(0).toUpperCase(), b.charAt(0).toUpperCase()]
  return one !== '' && other !== '' && one !== 'O' && one !== other
}
