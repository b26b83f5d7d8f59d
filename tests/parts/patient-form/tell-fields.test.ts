import { expect, test } from 'vitest'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { editInput, initialValues, newInput } from '#src/parts/patient-form/patient-values.ts'

const PLACE = { countryId: 101, phoneCode: '91' }
// A copy of a device from before these choices existed.
const OLD = {
  id: 'p1',
  rev: 3,
  pat_id: 'P-1',
  fname: 'Asha',
  lname: 'Kamat',
  mobile: '9820012345',
  phone_code: '91',
  email: '',
  gender: 'Female',
  dob: '1990-05-17',
  is_dob_from_age: 0,
  ssn: '',
  passport: '',
  lmp: null,
  bloodgroup: '',
  is_vip: 0,
  is_allergic: 0,
  allergies: [],
  nationality: '',
  address: '',
  country_id: 101,
  state: '',
  city: '',
  pincode: '',
  height: '',
  weight: '',
  needs_merge: 0,
  touched: '2026-01-01T00:00:00Z',
  created: '2026-01-01T00:00:00Z',
} satisfies PatientRow

test('a choice is sent with its former value; a copy from before has none of them', () => {
  const values = { ...initialValues(OLD, PLACE), tell_sms: 'No' as const }
  expect(editInput(values, OLD, PLACE)).toMatchObject({ tell_sms: 'No', before: { tell_sms: '' } })
  const asked = { ...OLD, tell_sms: 'No' as const }
  expect(editInput({ ...values, tell_sms: '' }, asked, PLACE).before).toEqual({ tell_sms: 'No' })
})

test('an unchanged field is not named, and a blank date stays blank', () => {
  expect(editInput(initialValues(OLD, PLACE), OLD, PLACE).before).toEqual({})
  const values = { ...initialValues(OLD, PLACE), lmp: '2026-02-01' }
  expect(editInput(values, OLD, PLACE).before).toEqual({ lmp: null })
})

test('a registration contains the given answers', () => {
  const values = { ...initialValues(undefined, PLACE), tell_whatsapp: 'Yes' as const }
  expect(newInput(values, 'p2')).toMatchObject({ tell_email: '', tell_whatsapp: 'Yes' })
})
