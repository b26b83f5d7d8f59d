import type { patientDeskCalls } from '#contract/calls/patient-desk.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { TELL_FIELDS } from '#domain/message/tell-fields.ts'
import { birthOf } from '#domain/patient/patient-rules.ts'
import type { DayText } from '#domain/time/zones.ts'
import type { StoredPatient } from './patient-row.ts'

export type SaveInput = ParsedInputOf<typeof patientDeskCalls.save>

const TEXTS = [
  'fname',
  'lname',
  'mobile',
  'phone_code',
  'email',
  'gender',
  'ssn',
  'passport',
  'bloodgroup',
] as const
const MORE_TEXTS = [
  'nationality',
  'address',
  'state',
  'city',
  'pincode',
  'height',
  'weight',
  ...TELL_FIELDS,
] as const

/** The columns that a registration writes. */
export type PatientValues = Pick<
  StoredPatient,
  | (typeof TEXTS)[number]
  | (typeof MORE_TEXTS)[number]
  | 'dob'
  | 'is_dob_from_age'
  | 'lmp'
  | 'is_vip'
  | 'is_allergic'
  | 'allergies'
  | 'country_id'
>

const AGE_PARTS = ['age_y', 'age_m', 'age_d'] as const

/** What an input says of the columns; what it leaves out is absent. `today` turns an age into a day of birth. */
export function valuesOf(input: SaveInput, today: DayText): Partial<PatientValues> {
  const texts = [...TEXTS, ...MORE_TEXTS].flatMap((name) => {
    const value = input[name]
    return value === undefined ? [] : [[name, value.trim()] as const]
  })
  const { lmp, is_vip, is_allergic, allergies, country_id } = input
  return {
    ...Object.fromEntries(texts),
    ...birthValues(input, today),
    ...(lmp !== undefined && { lmp }),
    ...(is_vip !== undefined && { is_vip: is_vip === 1 }),
    ...(is_allergic !== undefined && { is_allergic: is_allergic === 1 }),
    // Without the flag nobody reads the list, so none is kept.
    ...(allergies !== undefined && { allergies: is_allergic === 0 ? [] : tidied(allergies) }),
    ...(is_allergic === 0 && { allergies: [] }),
    ...(country_id !== undefined && { country_id }),
  }
}

function birthValues(
  input: SaveInput,
  today: DayText,
): Pick<Partial<PatientValues>, 'dob' | 'is_dob_from_age'> {
  const isTold = input.dob !== undefined || AGE_PARTS.some((part) => input[part] !== undefined)
  if (!isTold) return {}
  const { dob, isFromAge } = birthOf(input, today)
  return { dob, is_dob_from_age: isFromAge }
}

const tidied = (words: readonly string[]) => [...new Set(words.map((word) => word.trim()).filter(Boolean))]

/**
 * The values that a change of a known record is about: with `before` its fields alone, because the rest of the form is
 * only what the desk happened to see; without it all that was said.
 */
export function wantedOf(input: SaveInput, values: Partial<PatientValues>): Partial<PatientValues> {
  if (!input.before) return values
  const named = new Set(Object.keys(input.before))
  if (AGE_PARTS.some((part) => named.has(part))) named.add('dob')
  if (named.has('dob')) named.add('is_dob_from_age')
  if (named.has('is_allergic')) named.add('allergies')
  return Object.fromEntries(Object.entries(values).filter(([name]) => named.has(name)))
}

/** What the desk saw in those fields, in the form in which they are stored. */
export function seenOf({ before = {} }: SaveInput): Partial<PatientValues> {
  const flags = new Set(['is_vip', 'is_allergic', 'is_dob_from_age'])
  return Object.fromEntries(
    Object.entries(before).map(([name, value]) => [name, flags.has(name) ? value === 1 : value]),
  )
}

/** Values that compare by `===`: a list of words is the text of it. */
export const comparable = (values: Partial<PatientValues>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? JSON.stringify(value) : value,
    ]),
  )
