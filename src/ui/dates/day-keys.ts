import { daysInMonth } from '#domain/time/month-names.ts'
import { addDays, type DayText, dayText, findDay } from '#domain/time/zones.ts'

/** Returns the same day `months` later, or the last day of that month if it is shorter. */
function monthsLater(day: DayText, months: number): DayText {
  const { year, month, day: date } = findDay(day)!
  const at = year * 12 + month - 1 + months
  const [newYear, newMonth] = [Math.floor(at / 12), (at % 12) + 1]
  return dayText(newYear, newMonth, Math.min(date, daysInMonth(newYear, newMonth)))
}

const weekdayOf = (day: DayText) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

const STEPS: Readonly<Record<string, (day: DayText, isShift: boolean) => DayText>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekdayOf(day)),
  End: (day) => addDays(day, 6 - weekdayOf(day)),
  PageUp: (day, isShift) => monthsLater(day, isShift ? -12 : -1),
  PageDown: (day, isShift) => monthsLater(day, isShift ? 12 : 1),
}

/**
 * Returns the day that a key leads to in a calendar: arrows by days and weeks, Home and End within the week (Monday
 * first), PageUp and PageDown by months, with Shift by years. Days outside the limits are replaced by the nearest one
 * inside. Returns undefined for any other key.
 */
export function dayOfKey(
  key: string,
  isShift: boolean,
  day: DayText,
  { min, max }: { min?: DayText | undefined; max?: DayText | undefined },
): DayText | undefined {
  const next = STEPS[key]?.(day, isShift)
  if (next === undefined) return undefined
  if (min && next < min) return min
  return max && next > max ? max : next
}
