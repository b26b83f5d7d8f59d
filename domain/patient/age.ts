import { type DayText, findDay } from '../time/zones.ts'

/** Completed years, months and days of life. */
export interface Age {
  years: number
  months: number
  days: number
}

/**
 * Age on a day, from the birth date; both are YYYY-MM-DD. A month is complete on the same day of the next month, or on
 * the month's last day if it is shorter (born on the 31st). Undefined for an invalid day or a birth after `on`.
 */
export function ageOn(birth: DayText, on: DayText): Age | undefined {
  const [born, today] = [findDay(birth), findDay(on)]
  if (!born || !today || on < birth) return undefined
  let months = (today.year - born.year) * 12 + today.month - born.month
  if (today.day < monthlyDay(born.day, today.year, today.month)) months -= 1
  const sinceMonth = new Date(0)
  sinceMonth.setUTCFullYear(born.year, born.month - 1 + months, 1)
  const [year, month] = [sinceMonth.getUTCFullYear(), sinceMonth.getUTCMonth() + 1]
  sinceMonth.setUTCDate(monthlyDay(born.day, year, month))
  const until = new Date(0)
  until.setUTCFullYear(today.year, today.month - 1, today.day)
  const days = Math.round((until.getTime() - sinceMonth.getTime()) / 86_400_000)
  return { years: Math.floor(months / 12), months: months % 12, days }
}

/** The day in the given month (1 to 12) on which a month of life completes. */
function monthlyDay(birthDay: number, year: number, month: number): number {
  return Math.min(birthDay, new Date(Date.UTC(year, month, 0)).getUTCDate())
}

/** The largest unit of an age that is not zero; a newborn has zero days. */
export function ageUnit({ years, months, days }: Age): { unit: 'Y' | 'M' | 'D'; count: number } {
  if (years > 0) return { unit: 'Y', count: years }
  return months > 0 ? { unit: 'M', count: months } : { unit: 'D', count: days }
}

/** `42Y`, below a year `3M`, below a month `12D`; a newborn is `0D`. */
export function ageInWords(age: Age): string {
  const { unit, count } = ageUnit(age)
  return `${count}${unit}`
}

/** `42Y` from a birth date on a day, or empty if it is unknown or invalid: `pat_age` of the lists. */
export function ageText(birth: DayText | null | undefined, on: DayText): string {
  const age = birth ? ageOn(birth, on) : undefined
  return age ? ageInWords(age) : ''
}
