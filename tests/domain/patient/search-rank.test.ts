import { expect, test } from 'vitest'
import { createPatientIndex } from '#domain/patient/patient-index.ts'
import { searchRank } from '#domain/patient/search-rank.ts'

const patient = {
  id: '1',
  pat_id: 'SAN-77',
  fname: 'Meera',
  lname: 'Rao',
  mobile: '9820012345',
  ssn: '',
  passport: 'Z123',
  dob: null,
  touched: '',
}

test.each([
  ['san-77', 'mira rau'],
  ['+91 98200 12345', '98200'],
  ['z123', 'meera rao'],
  ['9820', 'rao meera'],
  ['rao meera', 'mee ra'],
  ['meera', 'mee'],
  ['mee', 'meira'],
])('%j matches a patient better than %j', (sure, lessSure) => {
  expect(searchRank(sure)(patient)).toBeGreaterThan(searchRank(lessSure)(patient))
})

test.each(['', 'meera patil', 'san-7', '4711', '982', '12 98200'])(
  '%j does not match the patient',
  (text) => {
    expect(searchRank(text)(patient)).toBe(0)
  },
)

test.each(['san-77', '9820', 'z123', 'rao', 'mira', 'meera rao', 'patil', '12345'])(
  'by %j the index finds exactly the patients that the rule is sure of',
  (text) => {
    const index = createPatientIndex()
    index.put(patient)
    expect(index.search(text, undefined, 10).length > 0).toBe(searchRank(text)(patient) > 0)
  },
)
