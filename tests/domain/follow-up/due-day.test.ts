import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countsFrom, dayAfter, dueDays, dueState } from '#domain/follow-up/due-day.ts'
import { followUpIdOf } from '#domain/follow-up/follow-up-id.ts'
import { addDays, daysBetween } from '#domain/time/zones.ts'

const UNITS = ['day', 'week', 'month', 'year'] as const
const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2001-01-01', days))

test('a month later is the same day of the month, or the last day of a shorter month', () => {
  expect(dayAfter('2026-01-31', 1, 'month')).toBe('2026-02-28')
  expect(dayAfter('2024-02-29', 1, 'year')).toBe('2025-02-28')
  expect(dayAfter('2026-11-26', 3, 'month')).toBe('2027-02-26')
  expect(dayAfter('2026-11-26', 6, 'week')).toBe('2027-01-07')
  expect(() => dayAfter('2026-02-31', 1, 'month')).toThrow('not a day')
})

test('a range is due from its earlier end', () => {
  expect(dueDays('2026-11-26', { from: 3, to: 6, unit: 'month' })).toEqual({
    due_on: '2027-02-26',
    due_to: '2027-05-26',
  })
})

test('the due day is always later and keeps the order; an examination counts before the due day but never on its own day', () => {
  fc.assert(
    fc.property(
      anyDay,
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 0, max: 60 }),
      fc.constantFrom(...UNITS),
      (day, from, more, unit) => {
        const { due_on, due_to } = dueDays(day, { from, to: from + more, unit })
        expect(due_on > day).toBe(true)
        expect(due_to >= due_on).toBe(true)
        const counts = countsFrom(day, due_on)
        expect(counts > day).toBe(true)
        expect(counts <= due_on).toBe(true)
        expect(daysBetween(day, counts) * 2).toBeGreaterThanOrEqual(daysBetween(day, due_on))
      },
    ),
  )
})

test('a follow-up is overdue after the end of its range, and due within 30 days before', () => {
  const due = { due_on: '2026-12-26', due_to: '2027-01-26' }
  expect(dueState(due, '2026-11-25')).toBe('Later')
  expect(dueState(due, '2026-11-26')).toBe('Due')
  expect(dueState(due, '2027-01-26')).toBe('Due')
  expect(dueState(due, '2027-01-27')).toBe('Overdue')
})

test('half of an odd number of days is rounded up, and the next day is the first that counts', () => {
  expect(countsFrom('2026-11-20', '2026-11-30')).toBe('2026-11-25')
  expect(countsFrom('2026-11-20', '2026-12-01')).toBe('2026-11-26')
  expect(countsFrom('2026-11-20', '2026-11-21')).toBe('2026-11-21')
})

test('every study gives a valid id, in groups of 8, 4, 4, 4 and 12 digits', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 7 }), fc.constantFrom('CT', 'MR', 'US', 'XR'), (study, modality) => {
      expect(followUpIdOf(study, modality, ['chest'])).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      )
    }),
    { numRuns: 500 },
  )
})

test('the id is the same for the same input and different for another', () => {
  const study = '0197e2b4-1111-7abc-8def-0123456789ab'
  const id = followUpIdOf(study, 'CT', ['chest', 'abdomen'])
  expect(followUpIdOf(study, 'CT', ['abdomen', 'chest'])).toBe(id)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const others = [followUpIdOf(study, 'CT', ['chest']), followUpIdOf(study, 'MR', ['chest', 'abdomen'])]
  expect(new Set([id, ...others]).size).toBe(3)
})
