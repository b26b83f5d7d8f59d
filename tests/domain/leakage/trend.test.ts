import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trendSteps } from '#domain/leakage/trend.ts'
import { addDays } from '#domain/time/zones.ts'

test('a span up to a month is shown by day, a longer one by weeks that end with its last day', () => {
  expect(trendSteps('2026-11-23', '2026-11-23')).toEqual({ unit: 'day', size: 1, count: 1 })
  expect(trendSteps('2026-10-01', '2026-10-31')).toEqual({ unit: 'day', size: 1, count: 31 })
  expect(trendSteps('2026-10-01', '2026-11-01')).toEqual({ unit: 'week', size: 7, count: 5 })
  expect(trendSteps('2026-01-01', '2026-12-31')).toEqual({ unit: 'week', size: 7, count: 53 })
})

test('the steps cover every day of the span, and no step is empty', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_650 }), (days) => {
      const { size, count } = trendSteps('2016-02-28', addDays('2016-02-28', days))
      expect(size * count).toBeGreaterThanOrEqual(days + 1)
      expect(size * (count - 1)).toBeLessThan(days + 1)
    }),
  )
})
