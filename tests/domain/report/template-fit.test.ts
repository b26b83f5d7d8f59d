import fc from 'fast-check'
import { expect, test } from 'vitest'
import { patientFit } from '#domain/report/template-fit.ts'

const WOMAN = { pat_sex: 'Female', pat_age: '42Y' }

test.each([
  [{}, WOMAN, 0],
  [{ sex: 'Any', age_from: null, age_to: null }, WOMAN, 0],
  [{ sex: 'Female' }, WOMAN, 1],
  [{ sex: 'Male' }, WOMAN, undefined],
  [{ sex: 'Female', age_from: 18, age_to: 42 }, WOMAN, 2],
  [{ age_from: 43 }, WOMAN, undefined],
  [{ age_to: 41 }, WOMAN, undefined],
  [{ sex: 'Male', age_from: 18 }, { pat_sex: '', pat_age: '' }, 0],
  [{ sex: 'Male' }, { pat_sex: 'O', pat_age: '42Y' }, 0],
  [{ age_to: 1 }, { pat_sex: 'M', pat_age: '11M' }, 1],
  [{ age_from: 1 }, { pat_sex: 'm', pat_age: '12D' }, undefined],
  [{ age_from: 0, age_to: 0 }, { pat_sex: 'm', pat_age: '0D' }, 1],
] as const)('%j for %j is %s', (template, patient, fit) => {
  expect(patientFit(template, patient)).toBe(fit)
})

test('an age fits exactly within its limits, and an unknown value of the study excludes no template', () => {
  const age = fc.integer({ min: 0, max: 120 })
  fc.assert(
    fc.property(age, fc.option(age), fc.option(age), (years, age_from, age_to) => {
      const fit = patientFit({ age_from, age_to }, { pat_sex: '', pat_age: `${years}Y` })
      const isInside = (age_from === null || years >= age_from) && (age_to === null || years <= age_to)
      expect(fit).toBe(age_from === null && age_to === null ? 0 : isInside ? 1 : undefined)
      expect(patientFit({ age_from, age_to, sex: 'Male' }, { pat_sex: '', pat_age: '' })).toBe(0)
    }),
  )
})
