import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchPrior, type PatientFamily, type StudyPerson } from '#domain/prior/same-patient.ts'

const NOBODY: PatientFamily = { ids: new Set(), numbers: new Set() }
const FAMILY: PatientFamily = { ids: new Set(['kept', 'merged']), numbers: new Set(['P-1', 'P-9']) }

const person = (change: Partial<StudyPerson> = {}): StudyPerson => ({
  patient_id: null,
  pat_id: 'P-1',
  pat_name: 'MEERA RAO',
  pat_birthdate: '1980-01-01',
  pat_sex: 'F',
  ...change,
})

test('two linked studies belong to one person if their records are one, whatever their headers say', () => {
  const study = person({ patient_id: 'kept' })
  expect(matchPrior(study, person({ patient_id: 'merged', pat_name: 'OTHER', pat_id: 'X' }), FAMILY)).toBe(
    'record',
  )
  expect(matchPrior(study, person({ patient_id: 'stranger' }), FAMILY)).toBeUndefined()
})

test('an unlinked study needs the number of one of the records, and a matching name', () => {
  const study = person({ patient_id: 'kept' })
  expect(matchPrior(study, person({ pat_id: 'P-9' }), FAMILY)).toBe('patient_id')
  expect(matchPrior(study, person({ pat_id: 'P-2' }), FAMILY)).toBeUndefined()
  expect(matchPrior(study, person({ pat_name: 'Rao^Meera', pat_birthdate: null, pat_sex: '' }), FAMILY)).toBe(
    'patient_id',
  )
  expect(matchPrior(study, person({ pat_name: 'ASHA RAO' }), FAMILY)).toBeUndefined()
  expect(matchPrior(study, person({ pat_name: '' }), FAMILY)).toBeUndefined()
  expect(matchPrior(study, person({ pat_birthdate: '1981-01-01' }), FAMILY)).toBeUndefined()
  expect(matchPrior(study, person({ pat_sex: 'M' }), FAMILY)).toBeUndefined()
})

test('two unlinked studies without a number match nobody', () => {
  expect(matchPrior(person({ pat_id: '' }), person({ pat_id: '' }), NOBODY)).toBeUndefined()
})

test('an unlinked study does not match a study linked to another person, even with the same number', () => {
  expect(matchPrior(person(), person({ patient_id: 'stranger' }), FAMILY)).toBeUndefined()
  expect(matchPrior(person(), person({ patient_id: 'merged', pat_id: 'P-9' }), FAMILY)).toBe('patient_id')
})

const people = fc.record({
  patient_id: fc.constantFrom(null, 'kept', 'merged', 'stranger'),
  pat_id: fc.constantFrom('', 'P-1', 'P-9', 'P-2'),
  pat_name: fc.constantFrom('', 'MEERA RAO', 'RAO MEERA', 'ASHA RAO'),
  pat_birthdate: fc.constantFrom(null, '1980-01-01', '1981-01-01'),
  pat_sex: fc.constantFrom('', 'F', 'M'),
})

test('another person by the record, or by name, birth date or sex without a record, never matches', () => {
  fc.assert(
    fc.property(people, people, fc.constantFrom(NOBODY, FAMILY), (study, other, family) => {
      const match = matchPrior(study, other, family)
      if (match === 'record') expect(family.ids.has(other.patient_id ?? '')).toBe(true)
      if (match !== 'patient_id') return
      expect([study.patient_id, other.patient_id]).toContain(null)
      expect(other.patient_id === 'stranger' && family === FAMILY).toBe(false)
      for (const field of ['pat_birthdate', 'pat_sex'] as const)
        if (study[field] && other[field]) expect(study[field]).toBe(other[field])
      expect(study.pat_name === 'ASHA RAO').toBe(other.pat_name === 'ASHA RAO')
    }),
  )
})

test('where no record of the person is known, the number and the name decide for a linked study, too', () => {
  expect(matchPrior(person(), person({ patient_id: 'stranger' }), NOBODY)).toBe('patient_id')
  expect(
    matchPrior(person(), person({ patient_id: 'stranger', pat_name: 'ASHA RAO' }), NOBODY),
  ).toBeUndefined()
})

test('a linked study of another person does not match, though the person has one record only', () => {
  const single: PatientFamily = { ids: new Set(['kept']), numbers: new Set(['P-1']) }
  expect(matchPrior(person(), person({ patient_id: 'stranger' }), single)).toBeUndefined()
})
