import { editDistance } from '../match/edit-distance.ts'
import { isSameName, nameLikeness } from '../match/name-likeness.ts'
import type { DayText } from '../time/zones.ts'

/** What two registrations are compared by. */
export interface LikenessFields {
  fname: string
  lname: string
  mobile: string
  gender: string
  dob?: DayText | null | undefined
  ssn?: string | undefined
  passport?: string | undefined
}

/** Why somebody may be the same person, with what each reason weighs. */
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

/** The reasons in words, in the order of their weight. */
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

/** From this score on a person is asked before another record is made. */
export const LIKELY_FROM = 60
/** Below this a name has too little in common to say anything. */
const NAME_FROM = 0.72

/** How much speaks for two registrations being one person (0 to 100), and why in words. */
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
  // Who was registered by age has a reckoned day: a year more or less says nothing.
  return Math.abs(Number(year) - Number(b.slice(0, 4))) > 2 ? ['other_dob'] : []
}

// Behind the country's code or not: the last ten digits tell.
function mobileReason(a: string, b: string): LikenessReason[] {
  const [one, other] = [plain(a).slice(-10), plain(b).slice(-10)]
  if (one.length < 6 || other.length < 6) return []
  if (one === other) return ['same_mobile']
  return editDistance(one, other, 1) === 1 ? ['similar_mobile'] : []
}
