import { addDays, type DayText, dayText, findDay } from '../time/zones.ts'

/** An age as stated at a desk; unknown parts are absent. */
export interface ToldAge {
  years?: number | null | undefined
  months?: number | null | undefined
  days?: number | null | undefined
}

/** No patient is older: a higher age is a typing error. */
const AGE_MAX_YEARS = 150
const PART_MAX = 60_000

/** True if at least one part of an age was given. */
export const isToldAge = ({ years, months, days }: ToldAge): boolean =>
  [years, months, days].some((part) => typeof part === 'number')

/**
 * The day of birth that corresponds to an age on the day `on`: whole years and months back by the calendar (the last
 * day of a shorter month), then days. Undefined if nothing was given, or a part is negative, fractional or out of
 * range.
 */
export function birthDayOf(age: ToldAge, on: DayText): DayText | undefined {
  const today = findDay(on)
  const [years, months, days] = [age.years ?? 0, age.months ?? 0, age.days ?? 0]
  const isCountable = [years, months, days].every(
    (part) => Number.isInteger(part) && part >= 0 && part <= PART_MAX,
  )
  if (!today || !isToldAge(age) || !isCountable) return undefined
  const month = today.year * 12 + (today.month - 1) - years * 12 - months
  const [year, monthOfYear] = [Math.floor(month / 12), (month % 12) + 1]
  if (year < 1000) return undefined
  const lastDay = new Date(Date.UTC(year, monthOfYear, 0)).getUTCDate()
  return addDays(dayText(year, monthOfYear, Math.min(today.day, lastDay)), -days)
}

/** Why nobody can be born on that day, as the end of a sentence about it; undefined if it is possible. */
export function birthDayProblem(dob: DayText, today: DayText): string | undefined {
  const now = findDay(today)
  if (!findDay(dob)) return 'is not a day of the calendar'
  if (dob > today) return 'lies in the future'
  if (now && dob < dayText(now.year - AGE_MAX_YEARS, now.month, now.day))
    return 'lies more than 150 years back'
  return undefined
}
