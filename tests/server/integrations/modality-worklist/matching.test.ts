import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerTo, type DicomSet, matchesQuery } from '#server/integrations/modality-worklist/matching.ts'

const ITEM: DicomSet = {
  PatientName: [{ Alphabetic: 'Kamat^Asha' }],
  PatientID: 'P000007',
  AccessionNumber: 'A12',
  ScheduledProcedureStepSequence: [
    {
      Modality: 'CT',
      ScheduledStationAETitle: ['CT_1', 'CT_2'],
      ScheduledProcedureStepStartDate: '20261121',
      ScheduledProcedureStepStartTime: '143000',
    },
  ],
}
const step = (values: DicomSet): DicomSet => ({ ScheduledProcedureStepSequence: [values] })

describe('a query matches', () => {
  test.each<[string, DicomSet]>([
    ['where it asks for nothing', {}],
    ['any value by a star', { PatientName: '*' }],
    ['a name without regard to case', { PatientName: 'KAMAT^ASHA' }],
    ['a name whose last parts are left empty', { PatientName: 'Kamat^Asha^^^' }],
    ['a name by stars and question marks', { PatientName: 'kam?t*' }],
    ['any of the item’s several values', step({ ScheduledStationAETitle: 'CT_2' })],
    ['any of the query’s several values', { PatientID: 'P000001\\P000007' }],
    ['a day inside the range', step({ ScheduledProcedureStepStartDate: '20261120-20261122' })],
    ['a day at an open end', step({ ScheduledProcedureStepStartDate: '20261121-' })],
    ['a time until the end of the hour that is named', step({ ScheduledProcedureStepStartTime: '-14' })],
    ['a key that is not matched by, whatever it says', step({ CommentsOnTheScheduledProcedureStep: 'x' })],
  ])('%s', (_, query) => {
    expect(matchesQuery(query, ITEM)).toBe(true)
  })
})

describe('a query does not match', () => {
  test.each<[string, DicomSet]>([
    ['another patient', { PatientID: 'P000008' }],
    ['another letter case of a number', { AccessionNumber: 'a12' }],
    ['a part of a name without a star', { PatientName: 'Kamat' }],
    ['another machine', step({ ScheduledStationAETitle: 'CT_3' })],
    ['a day before the range', step({ ScheduledProcedureStepStartDate: '20261122-' })],
    ['an earlier hour', step({ ScheduledProcedureStepStartTime: '-13' })],
    ['what one step has and another step has not', step({ Modality: 'CT', ScheduledStationAETitle: 'MR' })],
    ['marks of a pattern that stand for themselves', { PatientID: 'P.00007' }],
  ])('%s', (_, query) => {
    expect(matchesQuery(query, ITEM)).toBe(false)
  })
})

test('the response contains the requested attributes and nothing else', () => {
  const query = {
    SpecificCharacterSet: 'ISO_IR 100',
    PatientName: '',
    AdmissionID: '',
    ...step({ Modality: '', ScheduledStationName: '' }),
  }
  expect(answerTo(query, ITEM)).toEqual({
    PatientName: [{ Alphabetic: 'Kamat^Asha' }],
    AdmissionID: [],
    ScheduledProcedureStepSequence: [{ Modality: 'CT', ScheduledStationName: [] }],
  })
})

test('a sequence requested without attributes is returned completely', () => {
  expect(answerTo(step({}), ITEM).ScheduledProcedureStepSequence).toEqual(ITEM.ScheduledProcedureStepSequence)
})

describe('asterisks and question marks', () => {
  const isLike = (key: string, value: string) => matchesQuery({ PatientID: key }, { PatientID: value })

  test('a key with many asterisks takes no longer than any other', () => {
    const began = performance.now()
    expect(isLike(`${'*?'.repeat(31)}#`, 'a'.repeat(64))).toBe(false)
    expect(isLike(`${'*a'.repeat(31)}*`, 'a'.repeat(64))).toBe(true)
    expect(performance.now() - began).toBeLessThan(100)
  })

  test('match like a regular expression of the same meaning', () => {
    const letters = (choice: string[]) => fc.string({ unit: fc.constantFrom(...choice), maxLength: 8 })
    fc.assert(
      fc.property(letters(['a', 'b', '*', '?', '.', '😀']), letters(['a', 'b', '.', '😀']), (key, value) => {
        fc.pre(/[*?]/.test(key) && value !== '')
        const pattern = key.replaceAll('.', '[.]').replace(/\*+/g, '.*').replaceAll('?', '.')
        expect(isLike(key, value)).toBe(new RegExp(`^${pattern}$`, 'su').test(value))
      }),
      { numRuns: 2_000 },
    )
  })
})
