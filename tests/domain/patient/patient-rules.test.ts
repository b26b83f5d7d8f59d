import { expect, test } from 'vitest'
import { MERGE_FIELDS, mergedColumns } from '#domain/patient/merge-fields.ts'
import { mayEditPatient, mayRegister } from '#domain/patient/patient-rights.ts'
import { birthOf, type PatientFields, patientProblems } from '#domain/patient/patient-rules.ts'
import { digitsOf, phoneDigitsMax } from '#domain/patient/phone-lengths.ts'

const TODAY = '2026-11-24'
const whole: PatientFields = {
  fname: 'Asha',
  lname: 'Rao',
  mobile: '9800000000',
  phone_code: '91',
  gender: 'Female',
  dob: '1984-03-02',
}
const broken = (change: Partial<PatientFields>) =>
  Object.keys(patientProblems({ ...whole, ...change }, TODAY))

test.each([
  ['is whole', {}, []],
  ['has no first name', { fname: ' ' }, ['fname']],
  ['has no last name', { lname: '' }, ['lname']],
  ['has no mobile', { mobile: '' }, ['mobile']],
  ['has a mobile with a sign', { mobile: '98-0000000' }, ['mobile']],
  ['has a mobile of eleven digits in India', { mobile: '98000000000' }, ['mobile']],
  ['has one of eleven digits in Germany', { mobile: '98000000000', phone_code: '49' }, []],
  ['has one of fifteen digits elsewhere', { mobile: '1'.repeat(15), phone_code: '' }, []],
  ['has one of sixteen digits', { mobile: '1'.repeat(16), phone_code: undefined }, ['mobile']],
  ['has no gender', { gender: '' }, ['gender']],
  ['has no age', { dob: null }, ['dob']],
  ['has an age in days', { dob: null, age_d: 3 }, []],
  ['has an age of half a year', { dob: null, age_y: 0.5 }, ['dob']],
  ['is born today', { dob: TODAY }, []],
  ['is born tomorrow', { dob: '2026-11-25' }, ['dob']],
  ['is born on a day that is none', { dob: '2026-02-30' }, ['dob']],
  ['has an e-mail address', { email: ' a@b.in ' }, []],
  ['has a broken one', { email: 'a@b' }, ['email']],
  ['has a blank one', { email: ' ' }, []],
  ['has a period today', { lmp: TODAY }, []],
  ['has one tomorrow', { lmp: '2026-11-25' }, ['lmp']],
  ['has a blood group', { bloodgroup: 'AB-' }, []],
  ['has an unknown one', { bloodgroup: 'C+' }, ['bloodgroup']],
] as const)('a registration that %s', (_, change, fields) => {
  expect(broken(change)).toEqual(fields)
})

test('a known day of birth takes precedence over an age, which is marked as such', () => {
  expect(birthOf({ ...whole, age_y: 3 }, TODAY)).toEqual({ dob: '1984-03-02', isFromAge: false })
  expect(birthOf({ ...whole, dob: null, age_y: 3 }, TODAY)).toEqual({ dob: '2023-11-24', isFromAge: true })
  expect(birthOf({ ...whole, dob: null }, TODAY)).toEqual({ dob: null, isFromAge: false })
})

test('a copied number keeps its digits', () => {
  expect(digitsOf('+91 (98) 000-00')).toBe('919800000')
  expect(phoneDigitsMax('65')).toBe(8)
})

test('fields that belong together are merged together, and no others are', () => {
  expect(mergedColumns(['dob', 'mobile', 'pat_id', 'allergies'])).toEqual([
    'mobile',
    'phone_code',
    'dob',
    'is_dob_from_age',
    'allergies',
    'is_allergic',
  ])
  expect(mergedColumns([])).toEqual([])
  expect(MERGE_FIELDS).not.toContain('pat_id')
})

test('a desk and an administrator register patients; Edit Profile only edits them', () => {
  const who = (isClientAdmin: boolean, ...held: string[]) => ({ isClientAdmin, permissions: new Set(held) })
  const may = (writer: ReturnType<typeof who>) => [mayRegister(writer), mayEditPatient(writer)]
  expect(may(who(true))).toEqual([true, true])
  expect(may(who(false, 'appointments'))).toEqual([true, true])
  expect(may(who(false, 'edit_patient_and_study'))).toEqual([false, true])
  expect(may(who(false, 'sales_report'))).toEqual([false, false])
})
