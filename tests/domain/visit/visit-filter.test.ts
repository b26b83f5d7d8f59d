import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareVisits, fitsVisit, isLeftOut, type VisitConditions } from '#domain/visit/visit-filter.ts'
import { visitRowOf, visitServiceOf } from '#tests/helpers/device/visit-row.ts'

const slot = (part: { ref_hospital_id?: string; ref_dr_id?: string }) => ({
  id: 'slot',
  department_id: 'mri',
  machine_id: null,
  doctor_id: null,
  start_dt: '2026-11-23T04:30:00.000Z',
  end_dt: '2026-11-23T05:00:00.000Z',
  ref_hospital_id: null,
  ref_dr_id: null,
  other_ref_dr_ids: [],
  ...part,
})

const mri = visitRowOf({
  id: 'a',
  visit_no: 'V0042',
  pat_id: 'SD-0007',
  name: 'Ramesh Patil',
  gender: 'Male',
  status: 6,
  started_on: '2026-11-23T04:31:00.000Z',
  ref_dr_scheme_type: 'Hospital',
  ref_hospital_id: 'nanavati',
  other_ref_dr_ids: ['dr-second'],
  machines: [slot({ ref_dr_id: 'dr-slot' })],
  services: [
    visitServiceOf({ id: '1', department_id: 'mri' }),
    visitServiceOf({ id: '2', department_id: 'ct', status: 12 }),
  ],
})

test.each<[string, VisitConditions, boolean]>([
  ['no filter', {}, true],
  ['its type', { is_radiology: '1' }, true],
  ['another type', { is_radiology: '0' }, false],
  ['the department of a live service', { department_id: 'mri' }, true],
  ['the department of a cancelled service', { department_id: 'ct' }, false],
  ['no department', { department_id: '0' }, false],
  ['its status', { status: 6 }, true],
  ['another status', { status: 5 }, false],
  ['any scheme', { ref_scheme: 'All' }, true],
  ['a scheme of a hospital', { ref_scheme: 'Of Hospital' }, true],
  ['a scheme of a doctor', { ref_scheme: 'Of Doctor' }, false],
  ['no scheme', { ref_scheme: 'No Scheme' }, false],
  ['its hospital', { ref_hospital_id: 'nanavati' }, true],
  ['no hospital', { ref_hospital_id: '0' }, false],
  ['the doctor of a slot', { ref_dr_id: 'dr-slot' }, true],
  ['one of the other doctors', { ref_dr_id: 'dr-second' }, true],
  ['a doctor who did not refer it', { ref_dr_id: 'dr-none' }, false],
  ['no doctor', { ref_dr_id: '0' }, false],
  ['who made it', { created_by: 'desk' }, true],
  ['somebody else', { created_by: 'else' }, false],
  ['a part of the visit number', { k: '042' }, true],
  ['a part of the patient id in another case', { k: ' sd-0 ' }, true],
  ['a part of the name over both words', { k: 'esh pat' }, true],
  ['the words of the name in the other order', { k: 'patil, ramesh' }, true],
  ['words of the name and of the visit number', { k: '0042 patil' }, true],
  ['a word that the visit does not have beside one that it has', { k: 'ramesh kulkarni' }, false],
  ['signs that a database would take for wildcards', { k: 'V%' }, false],
  ['visits that have started', { is_started: 'Y' }, true],
  ['visits that have not', { is_started: 'N' }, false],
  ['the gender', { gender: 'Male' }, true],
  ['another gender', { gender: 'Other' }, false],
])('a visit is judged by a filter for %s', (_words, filter, fits) => {
  expect(fitsVisit(mri, filter)).toBe(fits)
})

describe('a visit that counts in no sum', () => {
  test('is a cancelled one, or one without charges and with only cancelled services', () => {
    expect(isLeftOut(visitRowOf({ id: 'a', status: 12 }))).toBe(true)
    const services = [visitServiceOf({ id: '1', status: 12 })]
    expect(isLeftOut(visitRowOf({ id: 'a', charges: 0, services }))).toBe(true)
    expect(isLeftOut(visitRowOf({ id: 'a', charges: 0, services: [] }))).toBe(false)
    expect(isLeftOut(visitRowOf({ id: 'a', charges: 0 }))).toBe(false)
  })

  test('is listed under the departments of its cancelled services, and never as started', () => {
    const services = [visitServiceOf({ id: '1', department_id: 'ct', status: 12 })]
    const visit = visitRowOf({ id: 'a', status: 12, started_on: '2026-11-23T05:00:00.000Z', services })
    expect(fitsVisit(visit, { department_id: 'ct' })).toBe(true)
    expect(fitsVisit(visit, { is_started: 'Y' })).toBe(false)
  })
})

test('a visit without services belongs to no department', () => {
  expect(fitsVisit(visitRowOf({ id: 'a', services: [] }), { department_id: '0' })).toBe(true)
})

test('a visit without a referrer belongs to no hospital and to no doctor', () => {
  const visit = visitRowOf({ id: 'a' })
  expect(fitsVisit(visit, { ref_hospital_id: '0' })).toBe(true)
  expect(fitsVisit(visit, { ref_dr_id: '0' })).toBe(true)
  const sent = visitRowOf({
    id: 'a',
    machines: [slot({ ref_hospital_id: 'nanavati', ref_dr_id: 'dr-slot' })],
  })
  expect(fitsVisit(sent, { ref_hospital_id: '0' })).toBe(false)
  expect(fitsVisit(sent, { ref_dr_id: '0' })).toBe(false)
})

const anyFilter = fc.record(
  {
    is_radiology: fc.constantFrom('0' as const, '1' as const),
    department_id: fc.constantFrom('mri', 'ct', '0'),
    status: fc.integer({ min: 1, max: 12 }),
    ref_scheme: fc.constantFrom('All' as const, 'Of Hospital' as const, 'No Scheme' as const),
    created_by: fc.constantFrom('desk', 'else'),
    k: fc.constantFrom('', 'ram', 'V0', 'zzz'),
  },
  { requiredKeys: [] },
)

test('a filter of several fields finds the visits that match each of its fields', () => {
  fc.assert(
    fc.property(anyFilter, (filter) => {
      const each = Object.entries(filter).map(([key, value]) => fitsVisit(mri, { [key]: value }))
      expect(fitsVisit(mri, filter)).toBe(each.every(Boolean))
    }),
  )
})

test('the two orders are the reverse of each other, also for visits that start together', () => {
  const start = fc.constantFrom(
    '2026-11-23T04:30:00.000Z',
    '2026-11-23T10:00:00+05:30',
    '2026-11-22T04:30:00Z',
  )
  const visits = fc.uniqueArray(
    fc.record({ id: fc.uuid(), start_dt: start }).map((part) => visitRowOf(part)),
    { selector: ({ id }) => id, maxLength: 12 },
  )
  fc.assert(
    fc.property(visits, (rows) => {
      const ids = (order: 'date_asc' | 'date_desc') => rows.toSorted(compareVisits(order)).map(({ id }) => id)
      expect(ids('date_desc')).toEqual(ids('date_asc').toReversed())
    }),
  )
})
