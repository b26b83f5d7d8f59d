import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMonth, isMonthOver, landingDay, monthRange, nextMonth } from '#domain/money/month-lock.ts'
import { addDays } from '#domain/time/zones.ts'

test('a month has its first and last day, and is followed by the next one, also over the year', () => {
  expect(monthRange('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect([nextMonth('2026-12'), nextMonth('2026-09')]).toEqual(['2027-01', '2026-10'])
  expect(['2026-13', '2026-1', '2026-10-01', ''].map(isMonth)).toEqual([false, false, false, false])
  expect(() => nextMonth('October')).toThrow(RangeError)
})

test('a month is over from the first day of the next one', () => {
  expect([isMonthOver('2026-10', '2026-10-31'), isMonthOver('2026-10', '2026-11-01')]).toEqual([false, true])
})

test('money of a locked month counts on the first day of the next open one and keeps its own day', () => {
  const locked = new Set(['2026-08', '2026-10', '2026-11'])
  expect(landingDay('2026-10-30', locked)).toEqual({ business_day: '2026-12-01', belongs_day: '2026-10-30' })
  expect(landingDay('2026-08-03', locked)).toEqual({ business_day: '2026-09-01', belongs_day: '2026-08-03' })
  expect(landingDay('2026-09-03', locked)).toEqual({ business_day: '2026-09-03', belongs_day: null })
})

test('no money counts in a locked month or before its own day', () => {
  const months = fc.uniqueArray(
    fc.integer({ min: 1, max: 12 }).map((at) => `2026-${String(at).padStart(2, '0')}`),
  )
  fc.assert(
    fc.property(fc.nat(364), months, (days, closed) => {
      const day = addDays('2026-01-01', days)
      const found = landingDay(day, new Set(closed))
      expect(closed).not.toContain(found.business_day.slice(0, 7))
      expect(found.business_day >= day).toBe(true)
      expect(found.belongs_day).toBe(found.business_day === day ? null : day)
    }),
  )
})
