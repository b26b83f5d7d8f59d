import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths, firstDayOf, lastDayOf, lastMonths, monthOf } from '#domain/time/months.ts'
import { addDays } from '#domain/time/zones.ts'

test('the last twelve months end with this one and begin in the year before', () => {
  const months = lastMonths('2026-03-31', 12)
  expect(months).toHaveLength(12)
  expect([months[0], months.at(-1)]).toEqual([
    { y: 2025, m: 4 },
    { y: 2026, m: 3 },
  ])
})

test('a month ends on its last day, in February too', () => {
  expect([lastDayOf({ y: 2026, m: 2 }), lastDayOf({ y: 2028, m: 2 })]).toEqual(['2026-02-28', '2028-02-29'])
  expect(firstDayOf({ y: 2026, m: 2 })).toBe('2026-02-01')
})

test('a text that is no day has no month', () => {
  expect(() => monthOf('2026-13-01')).toThrow('not a day')
})

const month = fc.record({ y: fc.integer({ min: 1990, max: 2100 }), m: fc.integer({ min: 1, max: 12 }) })

test('months follow one another without a gap', () => {
  fc.assert(
    fc.property(month, (one) => {
      expect(addDays(lastDayOf(one), 1)).toBe(firstDayOf(addMonths(one, 1)))
    }),
  )
})

test('going forward and back again ends at the start', () => {
  fc.assert(
    fc.property(month, fc.integer({ min: -200, max: 200 }), (one, n) => {
      expect(addMonths(addMonths(one, n), -n)).toEqual(one)
    }),
  )
})
