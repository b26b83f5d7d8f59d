import { expect, test } from 'vitest'
import { findCloseProblem, findToldProblem, ownerOfCritical } from '#domain/study/critical-rules.ts'

const told = { told_to: 'Dr. Rao', told_how: 'Phone', told_on: '2026-11-21T09:00:00Z', note: '' }

test.each([
  ['who, how and when are known', told, undefined],
  ['nobody was told, without a reason', { ...told, told_to: ' ' }, 'nobody'],
  [
    'nobody was told, with a reason',
    { ...told, told_to: '', told_how: '', told_on: null, note: 'Known.' },
    undefined,
  ],
  ['how is missing', { ...told, told_how: '' }, 'how'],
  ['when is missing', { ...told, told_on: null }, 'when'],
] as const)('a record in which %s', (_says, record, problem) => {
  expect(findCloseProblem(record)).toBe(problem)
})

test.each([
  ['the signing doctor of its study', { signed_by_doctor_id: 's', assigned_doctor_id: 'w' }, 's'],
  ['else the writing one', { signed_by_doctor_id: null, assigned_doctor_id: 'w' }, 'w'],
  ['else whom it names', { signed_by_doctor_id: null, assigned_doctor_id: null }, 'n'],
  ['whom it names where the study is not held', undefined, 'n'],
] as const)('a critical result is the task of %s', (_says, study, owner) => {
  expect(ownerOfCritical(study, { doctor_id: 'n' })).toBe(owner)
})

test('a result cannot be communicated in the future', () => {
  const now = new Date('2026-11-21T09:00:00Z')
  expect(findToldProblem(told, now)).toBeUndefined()
  expect(findToldProblem({ told_on: '2026-11-21T09:00:01Z' }, now)).toMatch(/future/)
  expect(findToldProblem({ told_on: null }, now)).toBeUndefined()
})
