import { expect, test } from 'vitest'
import { initialValues, valueProblems } from '#src/parts/patient-form/patient-values.ts'

const TODAY = '2026-11-21'
const typed = {
  ...initialValues(
    { fname: 'Asha', lname: 'Kamat', mobile: '9820012345', gender: 'Female' },
    { countryId: 101, phoneCode: '91' },
  ),
}
const problemsOf = (part: Partial<typeof typed>) => valueProblems({ ...typed, ...part }, TODAY)
const born = (dobDay: string, dobMonth: string, dobYear: string) =>
  problemsOf({ dobDay, dobMonth, dobYear }).dob

test.each([
  ['1', '1', '1700', 'Date of birth lies more than 150 years back.'],
  ['1', '1', '2030', 'Date of birth lies in the future.'],
  ['22', '11', '2026', 'Date of birth lies in the future.'],
  ['21', '11', '2026', undefined],
  ['21', '11', '1876', undefined],
])('the patient form reports for a birth on %s.%s.%s: %s', (day, month, year, words) => {
  expect(born(day, month, year)).toBe(words)
})

test('an impossible age and an invalid day are reported at the same field', () => {
  expect(problemsOf({ ageYears: '326' }).dob).toBe('Date of birth lies more than 150 years back.')
  expect(born('31', '2', '1990')).toBeDefined()
  expect(born('1', '1', '70')).toBeDefined()
})
