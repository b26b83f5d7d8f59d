import { monthOf } from '../time/months.ts'
import type { DayText } from '../time/zones.ts'

/** When the financial year of a branch begins: as in its country, or in a given month. */
export const FINANCIAL_YEAR_STARTS = [
  'Country',
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
export type FinancialYearStart = (typeof FINANCIAL_YEAR_STARTS)[number]

/** Ids as in domain/masters/countries.ts. */
const INDIA = 91
const APRIL = 4
const JANUARY = 1

/** The month, from 1, in which the financial year begins: April in India, January in any other country. */
export function firstMonthOf(start: FinancialYearStart, countryId: number | undefined): number {
  if (start !== 'Country') return FINANCIAL_YEAR_STARTS.indexOf(start)
  return countryId === INDIA ? APRIL : JANUARY
}

/**
 * The financial year of a day as four digits: `2026` if it is the calendar year, `2627` if it spans two. It is part
 * of its invoice numbers, so the two schemes never produce the same number.
 */
export function financialYearOf(day: DayText, firstMonth: number): string {
  const { y, m } = monthOf(day)
  if (firstMonth === JANUARY) return String(y).padStart(4, '0')
  const first = m >= firstMonth ? y : y - 1
  const two = (year: number) => String(year % 100).padStart(2, '0')
  return `${two(first)}${two(first + 1)}`
}

/** The calendar year in which a financial year begins, as four digits; undefined for the empty text of no year. */
export function firstYearOf(year: string): string | undefined {
  if (year === '') return undefined
  const [first, second] = [Number(year.slice(0, 2)), Number(year.slice(2))]
  return second === (first + 1) % 100 ? `20${year.slice(0, 2)}` : year
}
