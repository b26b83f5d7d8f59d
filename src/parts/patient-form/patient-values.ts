import type { PatientInput, PatientRow } from '#contract/calls/patient-desk.ts'
import type { Language } from '#domain/language/languages.ts'
import { COUNTRIES } from '#domain/masters/countries.ts'
import type { TellChoice } from '#domain/message/decide-notice.ts'
import { birthDayOf } from '#domain/patient/birth-day.ts'
import { type FieldProblems, patientProblems } from '#domain/patient/patient-rules.ts'
import { type DayText, dayText, findDay } from '#domain/time/zones.ts'
import { PATIENT_FORM_WORDS as WORDS } from './words.ts'

/** The form as typed: the parts of a date of birth and an age stay text until they are complete. */
export interface PatientValues {
  pat_id: string
  fname: string
  lname: string
  mobile: string
  phone_code: string
  email: string
  gender: '' | 'Male' | 'Female'
  dobDay: string
  dobMonth: string
  dobYear: string
  ageYears: string
  ageMonths: string
  ageDays: string
  ssn: string
  passport: string
  lmp: string
  bloodgroup: string
  is_vip: boolean
  is_allergic: boolean
  allergies: string[]
  nationality: string
  address: string
  country_id: number
  state: string
  city: string
  pincode: string
  height: string
  weight: string
  /** Null is the branch's. */
  language: Language | null
  tell_email: TellChoice
  tell_sms: TellChoice
  tell_whatsapp: TellChoice
}

/** Where most new patients live. */
export interface DefaultCountry {
  countryId: number
  phoneCode: string
}

const TEXTS = ['fname', 'lname', 'mobile', 'phone_code', 'email', 'ssn', 'passport'] as const
const MORE_TEXTS = [
  'nationality',
  'address',
  'state',
  'city',
  'pincode',
  'height',
  'weight',
  'bloodgroup',
] as const
const PLAIN = [...TEXTS, ...MORE_TEXTS] as const

/** Returns the initial form: the current patient, or a blank one for this place. */
export function initialValues(
  patient: Partial<PatientRow> | undefined,
  place: DefaultCountry,
): PatientValues {
  const birth = findDay(patient?.dob ?? '')
  const texts = Object.fromEntries(PLAIN.map((name) => [name, patient?.[name] ?? '']))
  return {
    ...(texts as Record<(typeof PLAIN)[number], string>),
    phone_code: patient?.phone_code || place.phoneCode,
    // The server replaces a provisional id; the form must not send it.
    pat_id: patient?.pat_id ?? '',
    gender: patient?.gender ?? '',
    dobDay: birth ? String(birth.day) : '',
    dobMonth: birth ? String(birth.month) : '',
    dobYear: birth ? String(birth.year) : '',
    ageYears: '',
    ageMonths: '',
    ageDays: '',
    lmp: patient?.lmp ?? '',
    is_vip: patient?.is_vip === 1,
    is_allergic: patient?.is_allergic === 1,
    allergies: [...(patient?.allergies ?? [])],
    country_id: patient?.country_id || place.countryId,
    language: patient?.language ?? null,
    tell_email: patient?.tell_email ?? '',
    tell_sms: patient?.tell_sms ?? '',
    tell_whatsapp: patient?.tell_whatsapp ?? '',
  }
}

/** Returns the typed date of birth; null if the parts are not a date, undefined if nothing was typed. */
export function typedBirth({ dobDay, dobMonth, dobYear }: PatientValues): DayText | null | undefined {
  if ([dobDay, dobMonth, dobYear].every((part) => part === '')) return undefined
  const [year, month, day] = [dobYear, dobMonth, dobDay].map(Number) as [number, number, number]
  const text = dayText(year, month, day)
  return dobYear.length === 4 && findDay(text) ? text : null
}

const partOf = (text: string): number | null => (text === '' ? null : Number(text))

const agePartsOf = ({ ageYears, ageMonths, ageDays }: PatientValues) => ({
  years: partOf(ageYears),
  months: partOf(ageMonths),
  days: partOf(ageDays),
})

/** Returns the date of birth that corresponds to the typed age today. */
export const birthFromAge = (values: PatientValues, today: DayText): DayText | undefined =>
  birthDayOf(agePartsOf(values), today)

/** Returns the broken rules of the form, by field. */
export function valueProblems(values: PatientValues, today: DayText): FieldProblems {
  const birth = typedBirth(values)
  const { years, months, days } = agePartsOf(values)
  const problems = patientProblems(
    {
      ...values,
      lmp: values.lmp || null,
      dob: birth,
      age_y: years,
      age_m: months,
      age_d: days,
    },
    today,
  )
  return birth === null ? { ...problems, dob: WORDS.birthNotADay } : problems
}

/** Returns the saved values of each field, by wire name. */
function wireOf(values: PatientValues): Omit<PatientInput, 'id' | 'rev' | 'before' | 'is_confirmed'> {
  const birth = typedBirth(values)
  const { years, months, days } = agePartsOf(values)
  const texts = Object.fromEntries(PLAIN.map((name) => [name, values[name].trim()]))
  return {
    ...(texts as Record<(typeof PLAIN)[number], string>),
    pat_id: values.pat_id.trim(),
    gender: values.gender,
    ...(!birth ? { age_y: years, age_m: months, age_d: days } : { dob: birth }),
    lmp: values.lmp === '' ? null : values.lmp,
    is_vip: values.is_vip ? 1 : 0,
    is_allergic: values.is_allergic ? 1 : 0,
    allergies: values.is_allergic ? values.allergies : [],
    country_id: values.country_id,
    language: values.language,
    tell_email: values.tell_email,
    tell_sms: values.tell_sms,
    tell_whatsapp: values.tell_whatsapp,
  }
}

/** Returns a registration to send; `id` was created when the form opened. */
export const newInput = (values: PatientValues, id: string): PatientInput => ({ ...wireOf(values), id })

// A copy from before these choices existed has none of them.
function seenIn(patient: PatientRow, name: keyof PatientRow): unknown {
  const blank = name === 'language' ? null : ''
  return patient[name] === undefined ? blank : patient[name]
}

/** Returns a change to send: all typed values, and for each changed field the value that the person saw before. */
export function editInput(values: PatientValues, patient: PatientRow, place: DefaultCountry): PatientInput {
  const [now, then] = [wireOf(values), wireOf(initialValues(patient, place))]
  const names = Object.keys({ ...now, ...then }) as (keyof typeof now)[]
  const changed = names.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(then[name]))
  const isBirth = (name: string) => name === 'dob' || name.startsWith('age_')
  const seen = changed.flatMap((name): [string, unknown][] =>
    isBirth(name) ? [['dob', patient.dob]] : [[name, seenIn(patient, name as keyof PatientRow)]],
  )
  return { ...now, id: patient.id, rev: patient.rev, before: Object.fromEntries(seen) }
}

/** Names of the fields in which two versions of a form differ. */
export const changedNames = (a: PatientValues, b: PatientValues): (keyof PatientValues)[] =>
  (Object.keys(a) as (keyof PatientValues)[]).filter(
    (name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]),
  )

/** Returns a country's calling code, by the country's id. */
export const phoneCodeOf = (countryId: number): string =>
  COUNTRIES.find(({ id }) => id === countryId)?.phone_code ?? ''

/** Returns the field that shows a value's rule: the parts of a date of birth and an age share one. */
export const errorNameOf = (name: string): string => (/^(dob|age)/u.test(name) ? 'dob' : name)
