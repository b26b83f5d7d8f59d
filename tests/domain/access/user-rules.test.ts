import { expect, test } from 'vitest'
import { ADMIN_ROLE_ID } from '#domain/access/role-rules.ts'
import { fullName, kindsOf } from '#domain/access/user-kinds.ts'
import { brokenUserRules, hasBranches, type UserFacts } from '#domain/access/user-rules.ts'

const ADMIN = 2
const flags = { is_doctor: 0, is_clinic_doctor: 0, is_ref_doctor: 0 } as const
const person = (change: Partial<UserFacts> = {}): UserFacts => ({
  ...flags,
  fname: 'Asha',
  role_id: 7,
  username: 'asha',
  has_password: false,
  department_id: null,
  can_sign: undefined,
  ref_doctor_type: '',
  ...change,
})
const referrer = { is_ref_doctor: 1, ref_doctor_type: 'Doctor' } as const
const fieldsOf = (change: Partial<UserFacts>) => Object.keys(brokenUserRules(person(change)))

test.each([
  [{}, ['user']],
  [{ is_doctor: 1 }, ['radiologyDoctor']],
  [{ is_clinic_doctor: 1 }, ['clinicalDoctor']],
  [{ is_ref_doctor: 1 }, ['referralDoctor']],
  [{ is_doctor: 1, is_clinic_doctor: 1 }, ['radiologyDoctor', 'clinicalDoctor']],
] as const)('a person with %j is of the kinds %j', (change, kinds) => {
  expect(kindsOf({ ...flags, ...change })).toEqual(kinds)
})

test.each([
  ['somebody without a kind needs nothing but a name to sign in with', {}, []],
  ['and that is missing', { username: '' }, ['username']],
  ['a clinical doctor has a department', { is_clinic_doctor: 1 }, ['department_id']],
  ['which is given', { is_clinic_doctor: 1, department_id: 'd' }, []],
  ['a radiology doctor signs or does not', { is_doctor: 1 }, ['can_sign']],
  ['which is said', { is_doctor: 1, can_sign: 0 }, []],
  ['a referrer has a type', { is_ref_doctor: 1 }, ['ref_doctor_type']],
  ['which is given', referrer, []],
  ['a referrer need not sign in', { ...referrer, username: '' }, []],
  ['unless with a password', { ...referrer, username: '', has_password: true }, ['username']],
  ['a referrer does not administer', { ...referrer, role_id: ADMIN }, ['role_id']],
  ['staff may', { role_id: ADMIN }, []],
  ['a referrer is no doctor of the centre', { ...referrer, is_doctor: 1, can_sign: 1 }, ['is_ref_doctor']],
] as const)('%s', (_, change, fields) => {
  expect(fieldsOf(change)).toEqual(fields)
})

test('administrators and referrers have no branches assigned to them', () => {
  expect(ADMIN_ROLE_ID).toBe(ADMIN)
  expect(hasBranches({ role_id: 7, is_ref_doctor: 0 })).toBe(true)
  expect(hasBranches({ role_id: ADMIN, is_ref_doctor: 0 })).toBe(false)
  expect(hasBranches({ role_id: 7, is_ref_doctor: 1 })).toBe(false)
})

test('a person is shown by first and last name', () => {
  expect(fullName(' Asha ', ' Rao ')).toBe('Asha Rao')
  expect(fullName('Asha', ' ')).toBe('Asha')
})
