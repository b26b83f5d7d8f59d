import { addDays, type DayText, dayText, findDay } from '../time/zones.ts'

/** A month of the calendar: YYYY-MM. */
export type MonthText = string

/** True for YYYY-MM of a month of the calendar. */
export const isMonth = (text: string): boolean => /^\d{4}-\d\d$/.test(text) && !!findDay(`${text}-01`)

/** The month of a day. */
export const monthOf = (day: DayText): MonthText => day.slice(0, 7)

/** The next month; throws RangeError if `month` is not a month. */
export function nextMonth(month: MonthText): MonthText {
  const found = findDay(`${month}-01`)
  if (!found) throw new RangeError('not a month of the calendar')
  return monthOf(found.month === 12 ? dayText(found.year + 1, 1, 1) : dayText(found.year, found.month + 1, 1))
}

/** First and last day of a month. */
export const monthRange = (month: MonthText): { from: DayText; to: DayText } => ({
  from: `${month}-01`,
  to: addDays(`${nextMonth(month)}-01`, -1),
})

/** True if `month` is over on the day `today`. */
export const isMonthOver = (month: MonthText, today: DayText): boolean => month < monthOf(today)

/**
 * The day on which money that changed hands on `day` counts: that day, or the first day of the next month that is not
 * locked. `belongs_day` then keeps the day on which it changed hands.
 */
export function landingDay(
  day: DayText,
  locked: ReadonlySet<MonthText>,
): { business_day: DayText; belongs_day: DayText | null } {
  let month = monthOf(day)
  if (!locked.has(month)) return { business_day: day, belongs_day: null }
  while (locked.has(month)) month = nextMonth(month)
  return { business_day: `${month}-01`, belongs_day: day }
}
