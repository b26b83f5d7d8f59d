import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLINICAL_RECORDS, clinicalRecordIdOf } from '#domain/clinical/record-id.ts'

const VISIT = '0199f0aa-1111-7000-8000-0123456789ab'
const DOCTOR = '0199f0aa-2222-7000-8000-ba9876543210'

test('the same visit, doctor and kind always give the same id', () => {
  expect(clinicalRecordIdOf(VISIT, DOCTOR, 'MED_HISTORY')).toBe(
    clinicalRecordIdOf(VISIT.toUpperCase(), DOCTOR, 'MED_HISTORY'),
  )
  // Devices keep derived ids: a different result in a later version would split their notes.
  expect(CLINICAL_RECORDS.map((kind) => clinicalRecordIdOf(VISIT, DOCTOR, kind))).toEqual([
    '4579f1aa-1064-80ec-b653-589909cca1fa',
    '4579f1aa-1064-80ed-940a-d252881225c5',
    '4579f1aa-1064-80ed-b2c2-4c0c0b59a9d0',
    '4579f1aa-1064-80ee-90b9-c7c58baf2dbb',
  ])
})

test('an id whose first digits are zero keeps them', () => {
  const plain = clinicalRecordIdOf(VISIT, DOCTOR, 'MED_HISTORY')
  const first = (Number.parseInt(plain.slice(0, 4), 16) ^ Number.parseInt(VISIT.slice(0, 4), 16)).toString(16)
  expect(clinicalRecordIdOf(`${first.padStart(4, '0')}${VISIT.slice(4)}`, DOCTOR, 'MED_HISTORY')).toBe(
    `0000${plain.slice(4)}`,
  )
})

test('ids are UUIDv8 and differ by visit, doctor and kind', () => {
  fc.assert(
    fc.property(fc.array(fc.uuid({ version: 7 }), { minLength: 2, maxLength: 6 }), (ids) => {
      const distinct = [...new Set(ids)]
      const all = distinct.flatMap((visit) =>
        distinct.flatMap((doctor) => CLINICAL_RECORDS.map((kind) => clinicalRecordIdOf(visit, doctor, kind))),
      )
      for (const id of all)
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(new Set(all).size).toBe(all.length)
    }),
  )
})
