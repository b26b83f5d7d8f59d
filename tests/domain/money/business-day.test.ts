import { expect, test } from 'vitest'
import { businessDay, moneyDays } from '#domain/money/business-day.ts'

const KOLKATA = 'Asia/Kolkata'
const ROW = { taken_on: '2026-10-30T18:29:59Z', created: '2026-10-31T04:00:00Z', cancelled_on: null }

test('money counts on the day of its receipt at the branch, never later than its arrival', () => {
  const arrived = new Date(ROW.created)
  expect(businessDay(new Date('2026-10-30T18:29:59Z'), arrived, KOLKATA)).toBe('2026-10-30')
  expect(businessDay(new Date('2026-10-30T18:30:00Z'), arrived, KOLKATA)).toBe('2026-10-31')
  expect(businessDay(new Date('2026-11-05T00:00:00Z'), arrived, KOLKATA)).toBe('2026-10-31')
  expect(businessDay(new Date('2026-10-30T21:30:00Z'), arrived, 'Asia/Kuwait')).toBe('2026-10-31')
})

test('the day of a row from before rows had days is calculated from its times', () => {
  expect(moneyDays(ROW, KOLKATA)).toEqual({ business_day: '2026-10-30', cancel_day: null, belongs_day: null })
  const cancelled = { created: ROW.created, cancelled_on: '2026-11-02T18:30:00Z' }
  expect(moneyDays(cancelled, KOLKATA)).toEqual({
    business_day: '2026-10-31',
    cancel_day: '2026-11-03',
    belongs_day: null,
  })
})

test('the days of a row are kept', () => {
  const days = { business_day: '2026-11-01', cancel_day: '2026-11-09', belongs_day: '2026-10-30' }
  expect(moneyDays({ ...ROW, cancelled_on: '2026-11-05T00:00:00Z', ...days }, KOLKATA)).toEqual(days)
})
