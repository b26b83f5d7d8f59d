import type { DayText } from '../time/zones.ts'
import { birthDayOf, birthDayProblem, isToldAge } from './birth-day.ts'
import { phoneDigitsMax } from './phone-lengths.ts'

/** The spec's words (docs/visits.md#booking), shown at the field concerned. */
export const DUPLICATE_SSN = 'Duplicate National ID!'
export const DUPLICATE_PASSPORT = 'Duplicate Passport No.!'

/** Blood groups of the form. */
export const BLOOD_GROUPS = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'] as const

/** The part of a registration that rules look at, by the wire's names. */
export interface PatientFields {
  fname: string
  lname: string
  mobile: string
  phone_code?: string | undefined
  email?: string | undefined
  gender: string
  dob?: DayText | null | undefined
  age_y?: number | null | undefined
  age_m?: number | null | undefined
  age_d?: number | null | undefined
  lmp?: DayText | null | undefined
  bloodgroup?: string | undefined
  pincode?: string | undefined
}

export type FieldProblems = Readonly<Record<string, string>>

const isBlank = (value: string | undefined) => (value ?? '').trim() === ''
const isMail = (value: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(value)

/** The day of birth that a registration states or implies on the day `today`, and whether it was computed. */
export function birthOf(fields: PatientFields, today: DayText): { dob: DayText | null; isFromAge: boolean } {
  if (fields.dob) return { dob: fields.dob, isFromAge: false }
  const dob = birthDayOf({ years: fields.age_y, months: fields.age_m, days: fields.age_d }, today)
  return { dob: dob ?? null, isFromAge: dob !== undefined }
}

/** The rules that a registration breaks, by field, as sentences (docs/visits.md#booking); empty if there are none. */
export function patientProblems(fields: PatientFields, today: DayText): FieldProblems {
  const found: [string, string | undefined][] = [
    ['fname', isBlank(fields.fname) ? 'First name is required.' : undefined],
    ['lname', isBlank(fields.lname) ? 'Last name is required.' : undefined],
    ['mobile', mobileProblem(fields.mobile, fields.phone_code ?? '')],
    ['gender', isBlank(fields.gender) ? 'Gender is required.' : undefined],
    ['dob', birthProblem(fields, today)],
    [
      'email',
      isBlank(fields.email) || isMail(String(fields.email).trim())
        ? undefined
        : 'This is not an e-mail address.',
    ],
    ['lmp', fields.lmp && fields.lmp > today ? 'LMP lies in the future.' : undefined],
    ['bloodgroup', isKnownGroup(fields.bloodgroup) ? undefined : 'This is not a blood group.'],
  ]
  return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

const isKnownGroup = (group: string | undefined) =>
  isBlank(group) || (BLOOD_GROUPS as readonly string[]).includes(group ?? '')

function mobileProblem(mobile: string, phoneCode: string): string | undefined {
  if (isBlank(mobile)) return 'Mobile is required.'
  if (!/^\d+$/u.test(mobile)) return 'Mobile holds digits only.'
  const most = phoneDigitsMax(phoneCode)
  return mobile.length > most ? `Mobile has at most ${most} digits.` : undefined
}

function birthProblem(fields: PatientFields, today: DayText): string | undefined {
  const { dob } = birthOf(fields, today)
  if (dob !== null) {
    const problem = birthDayProblem(dob, today)
    return problem && `Date of birth ${problem}.`
  }
  const isTold = isToldAge({ years: fields.age_y, months: fields.age_m, days: fields.age_d })
  return isTold ? 'Age is a number of whole years, months and days.' : 'DOB or age is required.'
}
