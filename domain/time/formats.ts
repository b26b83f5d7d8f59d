import { MONTHS } from './month-names.ts'
import { dayAt, findDay, type WallClock, wallClockAt } from './zones.ts'

// Intl writes "Sept" and "am"; we write dates as DD MMM YYYY and times as hh:mm A on every machine.

/** The days of the week in the order of their numbers, 0 to 6. */
export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

export type Weekday = (typeof WEEKDAYS)[number]

const two = (value: number) => String(value).padStart(2, '0')

const dateOf = ({ year, month, day }: Pick<WallClock, 'year' | 'month' | 'day'>) =>
  `${two(day)} ${MONTHS[month - 1]} ${String(year).padStart(4, '0')}`

const timeOf = ({ hour, minute }: WallClock) =>
  `${two(hour % 12 === 0 ? 12 : hour % 12)}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`

/** `07 Sep 2026` (DD MMM YYYY, docs/wire.md#lists-and-limits) of an instant in `zone`. */
export function formatDate(instant: Date, zone: string): string {
  return dateOf(wallClockAt(instant, zone))
}

/** `07 Sep 2026` of a YYYY-MM-DD; an invalid day is returned as is, so that nothing is hidden. */
export function formatDay(day: string): string {
  const found = findDay(day)
  return found ? dateOf(found) : day
}

/** `02:05 PM` (hh:mm A, docs/wire.md#lists-and-limits) of an instant in `zone`. */
export function formatTime(instant: Date, zone: string): string {
  return timeOf(wallClockAt(instant, zone))
}

/** `07 Sep 2026 02:05 PM`. */
export function formatDateTime(instant: Date, zone: string): string {
  const clock = wallClockAt(instant, zone)
  return `${dateOf(clock)} ${timeOf(clock)}`
}

/** `14:05`: the short form of states ("On server 14:05") and of the link ("Offline since 10:42"). */
export function formatClock(instant: Date, zone: string): string {
  const { hour, minute } = wallClockAt(instant, zone)
  return `${two(hour)}:${two(minute)}`
}

/** `14:05` on the day of `now`, `07 Sep 14:05` on other days, with the year if it differs. */
export function formatMoment(instant: Date, now: Date, zone: string): string {
  const clock = formatClock(instant, zone)
  if (dayAt(instant, zone) === dayAt(now, zone)) return clock
  const date = formatDate(instant, zone)
  const isThisYear = wallClockAt(instant, zone).year === wallClockAt(now, zone).year
  return `${isThisYear ? date.slice(0, 6) : date} ${clock}`
}

/** `07 Sep 14:05`: for narrow places where the year is obvious. */
export function formatShortDateTime(instant: Date, zone: string): string {
  return `${formatDate(instant, zone).slice(0, 6)} ${formatClock(instant, zone)}`
}

/** `Monday` of an instant in `zone`. */
export function weekdayAt(instant: Date, zone: string): Weekday {
  return WEEKDAYS[wallClockAt(instant, zone).weekday] ?? WEEKDAYS[0]
}

/** Languages with three-letter Latin month names; Intl writes "Sept" in some of their regions. */
const ENGLISH = /^en\b/

/**
 * `Jan, 2026`: a month of a chart (docs/screens.md#the-shell) in the client's locale; month is 1 to 12. English uses
 * three letters for every month, other languages Intl's short name.
 */
export function formatMonth(year: number, month: number, locale = 'en'): string {
  return `${monthName(month, locale)}, ${year}`
}

function monthName(month: number, locale: string): string {
  const english = MONTHS[month - 1] ?? String(month)
  if (ENGLISH.test(locale)) return english
  try {
    const format = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' })
    return format.format(new Date(Date.UTC(2024, month - 1, 15)))
  } catch {
    // A locale unknown to this machine must not hide a chart.
    return english
  }
}

/** `Nov 2026` of a YYYY-MM; an invalid month is returned as is. */
export function formatMonthText(month: string): string {
  const found = findDay(`${month}-01`)
  return found ? dateOf(found).slice(3) : month
}
