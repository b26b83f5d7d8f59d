import { expect, test } from 'vitest'
import { findBranchOfStudy, tatMinutesOf } from '#domain/study/dicom/place-study.ts'

const BRANCHES = [
  { id: 'a', aet_sources: ['CT_A', 'MR_A'], pacs_id: 'one' },
  { id: 'b', aet_sources: ['CT_B'], pacs_id: 'two' },
  { id: 'c', aet_sources: ['SHARED', ''], pacs_id: 'two' },
  { id: 'd', aet_sources: ['SHARED'], pacs_id: null },
]

test.each([
  ['CT_B', 'one', 'b'],
  [' mr_a ', 'two', 'a'],
  ['UNKNOWN', 'one', 'a'],
  ['UNKNOWN', 'two', undefined],
  ['UNKNOWN', 'three', undefined],
  ['SHARED', 'one', undefined],
  ['', 'one', 'a'],
  ['', 'two', undefined],
])('a study from %s on pacs %s belongs to %s', (src_aet, pacs_id, branch) => {
  expect(findBranchOfStudy({ src_aet, pacs_id }, BRANCHES)?.id).toBe(branch)
})

test.each([
  ['Fixed', { serviceMinutes: 10, departmentMinutes: 20 }, 60],
  ['Service', { serviceMinutes: 10, departmentMinutes: 20 }, 10],
  ['Department', { serviceMinutes: 10, departmentMinutes: 20 }, 20],
  ['Service', {}, 60],
  ['Department', { serviceMinutes: 10 }, 60],
] as const)('with tat by %s and %j a study may take %i minutes', (tat_type, sources, minutes) => {
  expect(tatMinutesOf({ tat_type, tat_minutes: 60 }, sources)).toBe(minutes)
})

test('an unassigned study uses the default', () => {
  expect(tatMinutesOf(undefined)).toBe(240)
  expect(tatMinutesOf({ tat_type: 'Fixed', tat_minutes: 0 })).toBe(240)
})
