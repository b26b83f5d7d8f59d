import { editDistance } from '../match/edit-distance.ts'
import { isSameName, nameLikeness } from '../match/name-likeness.ts'
import type { DayText } from '../time/zones.ts'

/** The fields by which two registrations are compared. */
export interface LikenessFields {
  fname: string
  lname: string
  mobile: string
  gender: string
  dob?: DayText | null | undefined
  ssn?: string | undefined
  passport?: string | undefined
}

/** Why two registrations may be the same person, with the weight of each reason. */
const WEIGHTS = {
  same_ssn: 100,
  same_passport: 100,
  same_name: 45,
  similar_name: 40,
  same_dob: 35,
  similar_dob: 20,
  same_mobile: 25,
  similar_mobile: 8,
  other_dob: -15,
  other_gender: -30,
} as const
export type LikenessReason = keyof typeof WEIGHTS

/** The reasons in words, by weight. */
const LABELS: Record<LikenessReason, string> = {
  same_ssn: 'Same national ID',
  same_passport: 'Same passport',
  same_name: 'Same name',
  similar_name: 'Similar name',
  same_dob: 'Same date of birth',
  similar_dob: 'Date of birth nearly the same',
  same_mobile: 'Same mobile',
  similar_mobile: 'Mobile differs by a digit',
  other_dob: 'Another year of birth',
  other_gender: 'Gender differs',
}

/** From this score on a person must confirm before another record is created. */
export const LIKELY_FROM = 60
/** Below this a name has too little in common to count. */
const NAME_FROM = 0.72

/** The score (0 to 100) for two registrations being one person, and the reasons in words. */
export interface Likeness {
  score: number
  reasons: string[]
}

/** Scores two registrations against each other: names in any order and spelt close, birth, phone, numbers, gender. */
export function patientLikeness(a: LikenessFields, b: LikenessFields): Likeness {
  const likeness = nameLikeness(nameOf(a), nameOf(b))
  const reasons = [
    ...(isSameNumber(a.ssn, b.ssn) ? (['same_ssn'] as const) : []),
    ...(isSameNumber(a.passport, b.passport) ? (['same_passport'] as const) : []),
    ...nameReason(a, b, likeness),
    ...birthReason(a.dob, b.dob),
    ...mobileReason(a.mobile, b.mobile),
    ...(a.gender !== '' && b.gender !== '' && a.gender !== b.gender ? (['other_gender'] as const) : []),
  ]
  const sum = reasons.reduce(
    (total, reason) => total + WEIGHTS[reason] * (reason === 'similar_name' ? likeness : 1),
    0,
  )
  return {
    score: Math.max(0, Math.min(100, Math.round(sum))),
    reasons: reasons.map((reason) => LABELS[reason]),
  }
}

const nameOf = ({ fname, lname }: LikenessFields) => `${fname} ${lname}`

const plain = (number: string | undefined) => (number ?? '').toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

function isSameNumber(a: string | undefined, b: string | undefined): boolean {
  return plain(a) !== '' && plain(a) === plain(b)
}

function nameReason(a: LikenessFields, b: LikenessFields, likeness: number): LikenessReason[] {
  if (isSameName(nameOf(a), nameOf(b))) return ['same_name']
  return likeness >= NAME_FROM ? ['similar_name'] : []
}

function birthReason(a: DayText | null | undefined, b: DayText | null | undefined): LikenessReason[] {
  if (!a || !b) return []
  if (a === b) return ['same_dob']
  const [year, month, day] = a.split('-')
  const isSwapped = b === `${year}-${day}-${month}`
  if (isSwapped || editDistance(a, b, 1) === 1) return ['similar_dob']
  // Patients registered by age have a computed birth day, so a difference of a year or two means nothing.
  return Math.abs(Number(year) - Number(b.slice(0, 4))) > 2 ? ['other_dob'] : []
}

// With or without the country code: the last ten digits decide.
function mobileReason(a: string, b: string): LikenessReason[] {
  const [one, other] = [plain(a).slice(-10), plain(b).slice(-10)]
  if (one.length < 6 || other.length < 6) return []
  if (one === other) return ['same_mobile']
  return editDistance(one, other, 1) === 1 ? ['similar_mobile'] : []
}
