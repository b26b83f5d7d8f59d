import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  dueStep,
  isAnswered,
  isOverdue,
  isPassedOnTo,
  type SteppedRecord,
  timesProblems,
} from '#domain/study/critical-steps.ts'

const OPENED = '2026-11-21T09:00:00.000Z'
const TIMES = { remind: 15, escalate: 60 }
const record = (change: Partial<SteppedRecord> = {}): SteppedRecord => ({
  opened_on: OPENED,
  told_to: '',
  told_how: '',
  told_on: null,
  read_back: 0,
  closed_on: null,
  steps: [],
  ...change,
})
const after = (minutes: number) => new Date(Date.parse(OPENED) + minutes * 60_000)
const CALL = { told_to: 'Dr. Rao', told_how: 'Phone', told_on: '2026-11-21T09:05:00.000Z' }

test.each([
  ['nothing is due before the first time', 14.9, {}, undefined],
  ['the reminder is due at its time', 15, {}, 'Reminded'],
  ['it is due once', 59, { steps: ['Reminded'] }, undefined],
  ['it is passed on at its time', 60, { steps: ['Reminded'] }, 'Escalated'],
  ['it is passed on without the reminder that a stopped server missed', 300, {}, 'Escalated'],
  ['it is passed on once', 600, { steps: ['Escalated'] }, undefined],
  ['it is passed on up to a week after it was opened', 7 * 24 * 60 - 1, {}, 'Escalated'],
  ['what is a week old is told to nobody any more', 7 * 24 * 60, {}, undefined],
  ['a recorded call ends it', 60, CALL, undefined],
  ['a call without its time does not', 60, { ...CALL, told_on: null }, 'Escalated'],
  ['a read-back ends it', 60, { read_back: 1 }, undefined],
  ['a closed record is over', 60, { closed_on: OPENED }, undefined],
  ['a link that nobody tapped does not end it', 60, { steps: ['Link_Sent', 'Reminded'] }, 'Escalated'],
] as const)('%s', (_says, minutes, change, step) => {
  expect(dueStep(record(change), TIMES, after(minutes))).toBe(step)
})

test('a record that is checked every minute takes each step once, in order', () => {
  const times = fc
    .record({ remind: fc.integer({ min: 5, max: 720 }), gap: fc.integer({ min: 1, max: 720 }) })
    .map(({ remind, gap }) => ({ remind, escalate: remind + gap }))
  fc.assert(
    fc.property(times, fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 60 }), (client, gaps) => {
      const steps: SteppedRecord['steps'][number][] = []
      let minutes = 0
      for (const gap of gaps) {
        minutes += gap
        const step = dueStep(record({ steps }), client, after(minutes))
        if (step) steps.push(step)
      }
      expect(['', 'Reminded', 'Escalated', 'Reminded Escalated']).toContain(steps.join(' '))
      expect(steps.includes('Escalated')).toBe(minutes >= client.escalate)
    }),
  )
})

test('escalation comes after the reminder', () => {
  expect(timesProblems({ remind: 15, escalate: 15 })).toEqual({
    critical_escalate_minutes: 'must be longer than the time of the reminder',
  })
  expect(timesProblems(TIMES)).toEqual({})
})

test('a result is overdue if it was escalated and still waits, for the people it was escalated to', () => {
  const steps = [{ kind: 'Escalated' as const, told_ids: ['lead'] }]
  expect(isOverdue({ ...record(), steps })).toBe(true)
  expect(isPassedOnTo({ ...record(), steps }, 'lead')).toBe(true)
  expect(isPassedOnTo({ ...record(), steps }, 'other')).toBe(false)
  expect(isOverdue({ ...record(CALL), steps })).toBe(false)
  // A copy of an older server has no steps.
  expect(isOverdue({ ...record(), steps: undefined })).toBe(false)
  expect(isAnswered(record({ told_to: ' ', told_how: 'Phone', told_on: OPENED }))).toBe(false)
})
