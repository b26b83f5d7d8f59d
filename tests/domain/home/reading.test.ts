import { expect, test } from 'vitest'
import { criticalsOf } from '#domain/home/criticals.ts'
import { readingFilters } from '#domain/home/reading.ts'
import { studyFilterTest } from '#domain/study/lists/filter-studies.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'

const NOW = new Date('2026-11-20T09:00:00.000Z')
const study = (part: Parameters<typeof studyRowOf>[0]) => studyRowOf(part)
const own = { assigned_doctor_id: 'me' }
const STUDIES = [
  study({ id: 'pending', ...own }),
  study({ id: 'late', ...own, tat: 20 }),
  study({ id: 'draft', ...own, status: 'Draft' }),
  study({ id: 'ready', signed_by_doctor_id: 'me', status: 'ReadyForSign' }),
  study({ id: 'signed', ...own, tat: 20, status: 'Signed', signed_on: '2026-11-20T08:50:00.000Z' }),
  study({ id: 'other', assigned_doctor_id: 'other', tat: 20 }),
  study({ id: 'nobody' }),
]

test('each line of a doctor counts the doctor’s own tasks', () => {
  const filters = readingFilters({ userId: 'me', isDoctor: true, seesAll: true })
  const found = Object.entries(filters).map(([kind, filter]) => [
    kind,
    STUDIES.filter(studyFilterTest(filter, 'UTC', NOW)).map(({ id }) => id),
  ])
  expect(Object.fromEntries(found)).toEqual({
    overdue: ['late'],
    to_read: ['pending', 'late'],
    to_sign: ['ready'],
    drafts: ['draft'],
    unassigned: ['nobody'],
  })
})

test('a person limited to the own worklist is not led to unassigned studies, and a person who reads nothing to none', () => {
  expect(readingFilters({ userId: 'me', isDoctor: true, seesAll: false })).not.toHaveProperty('unassigned')
  expect(readingFilters({ userId: 'me', isDoctor: false, seesAll: true })).toEqual({})
})

test('a critical result is a task of the study’s doctor until it is closed, the oldest first', () => {
  const critical = (study_id: string, part = {}) => ({
    study_id,
    doctor_id: 'finder',
    closed_on: null as string | null,
    opened_on: '2026-11-20T08:00:00.000Z',
    told_to: '',
    told_how: '',
    told_on: null,
    read_back: 0 as const,
    ...part,
  })
  const studies = new Map(STUDIES.map((one) => [one.id, one]))
  const rows = [
    critical('pending'),
    critical('ready', { opened_on: '2026-11-19T08:00:00.000Z' }),
    critical('late', { closed_on: '2026-11-20T08:30:00.000Z' }),
    critical('other'),
    critical('nobody'),
    critical('not held', { doctor_id: 'me' }),
  ]
  expect(criticalsOf('me', rows, studies).map(({ study_id }) => study_id)).toEqual([
    'ready',
    'pending',
    'not held',
  ])
  expect(criticalsOf('finder', rows, studies).map(({ study_id }) => study_id)).toEqual(['nobody'])
  // A result that nobody passed on in time is also a task of the escalation contact, until somebody is told.
  const steps = [{ kind: 'Escalated' as const, told_ids: ['lead'] }]
  const passedOn = [critical('other', { steps }), critical('pending', { steps, read_back: 1 as const })]
  expect(criticalsOf('lead', passedOn, studies).map(({ study_id }) => study_id)).toEqual(['other'])
})
