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
  | 'language'
>

const AGE_PARTS = ['age_y', 'age_m', 'age_d'] as const

/** Returns the columns that an input sets; omitted fields are absent. `today` converts an age to a date of birth. */
export function valuesOf(input: SaveInput, today: DayText): Partial<PatientValues> {
  const texts = [...TEXTS, ...MORE_TEXTS].flatMap((name) => {
    const value = input[name]
    return value === undefined ? [] : [[name, value.trim()] as const]
  })
  const { lmp, is_vip, is_allergic, allergies, country_id, language } = input
  return {
    ...Object.fromEntries(texts),
    ...birthValues(input, today),
    ...(lmp !== undefined && { lmp }),
    ...(is_vip !== undefined && { is_vip: is_vip === 1 }),
    ...(is_allergic !== undefined && { is_allergic: is_allergic === 1 }),
    // The list is ignored without the flag, so it is emptied.
    ...(allergies !== undefined && { allergies: is_allergic === 0 ? [] : tidied(allergies) }),
    ...(is_allergic === 0 && { allergies: [] }),
    ...(country_id !== undefined && { country_id }),
    ...(language !== undefined && { language }),
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
 * Returns the values that an edit of an existing record changes. With `before` only its fields count, because the
 * rest of the form is merely what the desk saw; without it, all given values.
 */
export function wantedOf(input: SaveInput, values: Partial<PatientValues>): Partial<PatientValues> {
  if (!input.before) return values
  const named = new Set(Object.keys(input.before))
  if (AGE_PARTS.some((part) => named.has(part))) named.add('dob')
  if (named.has('dob')) named.add('is_dob_from_age')
  if (named.has('is_allergic')) named.add('allergies')
  return Object.fromEntries(Object.entries(values).filter(([name]) => named.has(name)))
}

/** Returns the values that the desk saw in those fields, in stored form. */
export function seenOf({ before = {} }: SaveInput): Partial<PatientValues> {
  const flags = new Set(['is_vip', 'is_allergic', 'is_dob_from_age'])
  return Object.fromEntries(
    Object.entries(before).map(([name, value]) => [name, flags.has(name) ? value === 1 : value]),
  )
}

/** Converts values for comparison with `===`; lists become JSON text. */
export const comparable = (values: Partial<PatientValues>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? JSON.stringify(value) : value,
    ]),
  )
