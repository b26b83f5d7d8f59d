import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  FINANCIAL_YEAR_STARTS,
  financialYearOf,
  firstMonthOf,
  firstYearOf,
} from '#domain/branch/financial-year.ts'
import { COUNTRIES } from '#domain/masters/countries.ts'
import { addDays, dayText } from '#domain/time/zones.ts'

const idOf = (name: string) => COUNTRIES.find((one) => one.name === name)?.id

test('the financial year begins in April in India, in January elsewhere, or in the month that a branch sets', () => {
  expect(firstMonthOf('Country', idOf('India'))).toBe(4)
  expect(firstMonthOf('Country', idOf('Kuwait'))).toBe(1)
  expect(firstMonthOf('Country', undefined)).toBe(1)
  expect(firstMonthOf('July', idOf('India'))).toBe(7)
  expect(firstMonthOf('January', idOf('India'))).toBe(1)
})

test.each([
  ['2026-03-31', 4, '2526'],
  ['2026-04-01', 4, '2627'],
  ['2026-12-31', 1, '2026'],
  ['2027-01-01', 1, '2027'],
  ['2099-12-31', 4, '9900'],
])('%s with a year that begins in month %i is of %s', (day, month, year) => {
  expect(financialYearOf(day, month)).toBe(year)
})

test('a year changes only on the first day of its month, and its first calendar year is known', () => {
  const days = fc.integer({ min: 0, max: 365 * 60 }).map((days) => addDays('2022-01-01', days))
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 12 }), (day, month) => {
      const changes = financialYearOf(day, month) !== financialYearOf(addDays(day, -1), month)
      expect(changes).toBe(day === dayText(Number(day.slice(0, 4)), month, 1))
      const first = Number(firstYearOf(financialYearOf(day, month)))
      const begins = Number(day.slice(5, 7)) >= month ? Number(day.slice(0, 4)) : Number(day.slice(0, 4)) - 1
      expect(first).toBe(begins)
    }),
  )
  expect(firstYearOf('')).toBeUndefined()
  // The last year of a century of two digits ends in the first of the next.
  expect(firstYearOf('9900')).toBe('2099')
  expect(FINANCIAL_YEAR_STARTS).toHaveLength(13)
})
