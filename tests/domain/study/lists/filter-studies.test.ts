import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type FilteredStudy,
  rangeStart,
  receivedSince,
  type StudyFilter,
  studyFilterTest,
} from '#domain/study/lists/filter-studies.ts'
import { holdsList, listableTest } from '#domain/study/lists/listable-studies.ts'

const NOW = new Date('2026-11-21T00:30:00.000Z')
const study: FilteredStudy = {
  study_datetime: '2026-11-19T10:00:00.000Z',
  signed_on: null,
  tat: 240,
  received_datetime: '2026-11-20T20:00:00.000Z',
  pat_id: 'P-007',
  pat_name: 'Asha Rao',
  accession_no: 'ACC_1%',
  study_desc: 'CT Chest',
  ref_physician: 'Dr Bose',
  modality: 'CT,SR',
  status: 'Draft',
  branch_id: 'branch',
  assigned_doctor_id: 'writer',
  signed_by_doctor_id: 'signer',
  tag_id: 'tag',
  tag_critical_id: 'critical',
  is_linked: 1,
}
const finds = (filter: StudyFilter, change: Partial<FilteredStudy> = {}) =>
  studyFilterTest(filter, 'Asia/Kolkata', NOW)({ ...study, ...change })

test('an empty filter finds everything, and so does a blank one', () => {
  expect(finds({})).toBe(true)
  expect(finds({ k: '  ', modality: ' ', pat_name: '', tag_ids: '' })).toBe(true)
})

test('a copy does not contain its department, so a device finds no study by it', () => {
  expect(finds({ department_id: 'department' })).toBe(false)
  expect(finds({ department_id: '' })).toBe(true)
})

test('studies that belong to a visit are separated from others', () => {
  expect([finds({ link: 'Linked' }), finds({ link: 'Unmatched' })]).toEqual([true, false])
  expect(finds({ link: 'Unmatched' }, { is_linked: 0 })).toBe(true)
})

test('days begin and end in the zone of the person', () => {
  // 20:00 UTC is half past one of the next day in Kolkata.
  expect(finds({ from_date: '2026-11-21' })).toBe(true)
  expect(finds({ to_date: '2026-11-20' })).toBe(false)
  expect(studyFilterTest({ to_date: '2026-11-20' }, 'UTC', NOW)(study)).toBe(true)
  expect(finds({ to_date: '2026-11-21' }, { received_datetime: '2026-11-21T18:29:59.999Z' })).toBe(true)
  expect(finds({ to_date: '2026-11-21' }, { received_datetime: '2026-11-21T18:30:00.000Z' })).toBe(false)
  expect(rangeStart({ from_date: '2026-11-21' }, 'Asia/Kolkata')?.toISOString()).toBe(
    '2026-11-20T18:30:00.000Z',
  )
})

test('a day filter uses the chosen moment', () => {
  const day = (date_col: NonNullable<StudyFilter['date_col']>, on: string, change = {}) =>
    finds({ date_col, from_date: on, to_date: on }, change)
  expect(day('received_datetime', '2026-11-21')).toBe(true)
  expect(day('study_datetime', '2026-11-21')).toBe(false)
  expect(day('study_datetime', '2026-11-19')).toBe(true)
  expect(day('study_datetime', '2026-11-19', { study_datetime: null })).toBe(false)
  const signed = { status: 'Signed', signed_on: '2026-11-22T08:00:00.000Z' } as const
  expect(day('signed_on', '2026-11-22', signed)).toBe(true)
  // A report that went back to Draft still carries the time of its former signature.
  expect(day('signed_on', '2026-11-22', { ...signed, status: 'Draft' })).toBe(false)
})

test('only filters by day of arrival limit the date of receipt', () => {
  const days = { from_date: '2026-11-21' }
  expect(receivedSince(days, 'UTC')).toEqual(new Date('2026-11-21T00:00:00.000Z'))
  expect(receivedSince({ ...days, date_col: 'signed_on' }, 'UTC')).toBeUndefined()
  expect(receivedSince({ ...days, date_col: 'study_datetime' }, 'UTC')).toBeUndefined()
})

test('a study is overdue from the first full minute after its allowed time until it is signed', () => {
  const due = 'Overdue'
  expect(finds({ due })).toBe(true)
  expect(finds({ due }, { tat: 269 })).toBe(true)
  expect(finds({ due }, { tat: 270 })).toBe(false)
  expect(finds({ due }, { tat: 0 })).toBe(false)
  expect(finds({ due }, { status: 'Signed' })).toBe(false)
})

test('a report belongs to the doctor who signed it, and to nobody before the signature', () => {
  const report_by_ids = 'other,signer'
  expect(finds({ report_by_ids })).toBe(false)
  expect(finds({ report_by_ids }, { status: 'Verified' })).toBe(true)
  expect(finds({ report_by_ids: 'writer' }, { status: 'Verified' })).toBe(false)
})

test('a modality finds studies of several, ALL finds all, and a part of a name finds none', () => {
  expect(finds({ modality: 'SR' })).toBe(true)
  expect(finds({ modality: 'ALL' })).toBe(true)
  expect(finds({ modality: 'C' })).toBe(false)
})

test('a doctor is searched in the chosen name field', () => {
  expect(finds({ assigned_doctor_id: 'signer' })).toBe(true)
  expect(finds({ assigned_doctor_id: 'signer', assigned_type: 'Assigned' })).toBe(false)
  expect(finds({ assigned_doctor_id: 'signer', assigned_type: 'Signing' })).toBe(true)
  expect(finds({ assigned_type: 'Unassigned' })).toBe(false)
  const nobodys = { assigned_doctor_id: null, signed_by_doctor_id: null }
  expect(finds({ assigned_type: 'Unassigned', assigned_doctor_id: 'writer' }, nobodys)).toBe(true)
})

test('one of several tags is enough, and normal and critical tags are distinguished', () => {
  expect(finds({ tag_ids: 'other,tag' })).toBe(true)
  expect(finds({ tag_ids: 'critical' })).toBe(false)
  expect(finds({ tag_ids_critical: 'critical' })).toBe(true)
  expect(finds({ tag_ids: 'tag' }, { tag_id: null })).toBe(false)
})

test('text is searched as typed in any case, and special characters are literal', () => {
  expect(finds({ k: ' rao ' })).toBe(true)
  expect(finds({ k: 'p-007' })).toBe(true)
  expect(finds({ k: 'bose' })).toBe(false)
  expect(finds({ ref_physician: 'BOSE' })).toBe(true)
  expect(finds({ accession_no: '_1%' })).toBe(true)
  expect(finds({ accession_no: 'ACC%' })).toBe(false)
})

test('each further filter finds no more studies', () => {
  const value = fc.option(fc.constantFrom('CT', 'rao', 'tag', 'writer', 'branch'), { nil: undefined })
  fc.assert(
    fc.property(
      fc.record({ k: value, modality: value, tag_ids: value, branch_id: value }),
      value,
      (filter, more) => {
        if (finds({ ...filter, pat_name: more })) expect(finds(filter)).toBe(true)
      },
    ),
  )
})

test('only administrators see an unknown branch', () => {
  const placed = { branch_id: null, assigned_doctor_id: null, signed_by_doctor_id: null }
  const viewer = {
    userId: 'u',
    isClientAdmin: false,
    isDoctor: true,
    permissions: ['view_archives'] as const,
    branchIds: [],
  }
  expect(listableTest(viewer, 'archives')?.(placed)).toBe(false)
  expect(listableTest({ ...viewer, isClientAdmin: true }, 'archives')?.(placed)).toBe(true)
  expect(listableTest(viewer, 'portal')).toBeUndefined()
  expect(listableTest(viewer, 'dashboard')).toBeUndefined()
  expect(listableTest(viewer, 'worklist')?.({ ...placed, signed_by_doctor_id: 'u' })).toBe(true)
})

test('a list of branches shows only their studies, and an own worklist only studies that the doctor was assigned or signed', () => {
  const viewer = {
    userId: 'u',
    isClientAdmin: false,
    isDoctor: true,
    permissions: ['view_archives'] as const,
    branchIds: ['b'],
  }
  const at = (branch_id: string | null) => ({ branch_id, assigned_doctor_id: 'u', signed_by_doctor_id: 'u' })
  const archives = listableTest(viewer, 'archives')
  expect([at('b'), at('c'), at(null)].map((one) => archives?.(one))).toEqual([true, false, false])
  const own = listableTest(viewer, 'worklist')
  const nobodys = { branch_id: 'b', assigned_doctor_id: null, signed_by_doctor_id: 'v' }
  expect(own?.(nobodys)).toBe(false)
  expect(own?.({ ...nobodys, assigned_doctor_id: 'u' })).toBe(true)
  expect(own?.({ ...nobodys, signed_by_doctor_id: 'u' })).toBe(true)
  expect(listableTest({ ...viewer, isDoctor: false }, 'worklist')).toBeUndefined()
})

test('the right to the dashboard alone sends no copies to a device', () => {
  const viewer = {
    userId: 'u',
    isClientAdmin: false,
    isDoctor: true,
    permissions: ['view_dashboard'] as const,
    branchIds: ['b'],
  }
  expect(holdsList(viewer, 'dashboard')).toBe(false)
  expect(holdsList({ ...viewer, permissions: ['view_dashboard', 'view_archives'] }, 'dashboard')).toBe(true)
  expect(holdsList({ ...viewer, isClientAdmin: true }, 'dashboard')).toBe(true)
  expect(holdsList(viewer, 'worklist')).toBe(true)
})

test('a keyword search finds all its words in any order', () => {
  const rao = { pat_name: 'Meera Lakshmi Rao', study_desc: 'CT Brain plain' }
  for (const k of ['rao meera', 'Rao, Meera', 'RAO^MEERA', 'meera  rao', 'plain rao', 'brain lakshmi meera'])
    expect(finds({ k }, rao), k).toBe(true)
  expect(finds({ k: 'rao bose' }, rao)).toBe(false)
  expect(finds({ pat_name: 'rao lakshmi' }, rao)).toBe(true)
  expect(finds({ pat_name: 'rao brain' }, rao)).toBe(false)
})
