import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangeProblem } from '#domain/money/sales/sales-filters.ts'
import { addDays } from '#domain/time/zones.ts'

test.each([
  ['2026-11-23', '2026-11-23', undefined],
  ['2026-11-23', '2026-11-22', 'is before the first day'],
  ['2016-11-23', '2026-11-22', undefined],
  ['2016-11-23', '2026-11-23', 'is at most 10 years from the first day'],
  // Ten years after 29 February there is no such day: the last valid day is 28 February.
  ['2016-02-29', '2026-02-28', undefined],
  ['2016-02-29', '2026-03-01', 'is at most 10 years from the first day'],
])('a range from %s to %s: %s', (from, to, problem) => {
  expect(rangeProblem(from, to)).toBe(problem)
})

test('a range of up to ten years is valid from any first day, and a reversed one is not', () => {
  const days = fc.tuple(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 0, max: 3_650 }))
  fc.assert(
    fc.property(days, ([start, length]) => {
      const from = addDays('1990-01-01', start)
      expect(rangeProblem(from, addDays(from, length))).toBeUndefined()
      expect(rangeProblem(addDays(from, length + 1), from)).toBe('is before the first day')
    }),
  )
})
