/** A calendar day as the wire writes it: YYYY-MM-DD. */
export type DayText = string

/** An instant on the wall clock of a zone; month is 1 to 12, weekday 0 (Sunday) to 6. */
export interface WallClock {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  weekday: number
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** One cached formatter per zone: making one costs more than using it a thousand times. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  // The locale is fixed and only digits are read, so the result does not depend on the machine's settings.
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, made)
  return made
}

/** True if `zone` is an IANA name that this machine knows. */
export function isZone(zone: string): boolean {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

/** The wall clock in `zone` at `instant`; throws RangeError on an unknown zone or an invalid date. */
export function wallClockAt(instant: Date, zone: string): WallClock {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(instant)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return {
    year,
    month,
    day,
    hour,
    minute,
    second,
    weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay(),
  }
}

/** Minutes that `zone` is ahead of UTC at `instant`: 330 for Asia/Kolkata; seconds of old local times are dropped. */
export function offsetMinutesAt(instant: Date, zone: string): number {
  const { year, month, day, hour, minute, second } = wallClockAt(instant, zone)
  const shown = Date.UTC(year, month - 1, day, hour, minute, second)
  return Math.round((shown - Math.floor(instant.getTime() / 1000) * 1000) / MINUTE_MS)
}

/** The calendar day in `zone` at `instant`, as YYYY-MM-DD. */
export function dayAt(instant: Date, zone: string): DayText {
  const { year, month, day } = wallClockAt(instant, zone)
  return dayText(year, month, day)
}

/** YYYY-MM-DD of a calendar date; month is 1 to 12. */
export function dayText(year: number, month: number, day: number): DayText {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Year, month (1 to 12) and day of a YYYY-MM-DD, or undefined if there is no such day. */
export function findDay(text: string): { year: number; month: number; day: number } | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined || year === 0) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? { year, month, day } : undefined
}

/** The day `days` later (earlier when negative), counted in calendar days instead of hours. */
export function addDays(day: DayText, days: number): DayText {
  const found = findDay(day)
  if (!found) throw new RangeError('not a day of the calendar')
  const date = new Date(Date.UTC(found.year, found.month - 1, found.day) + days * DAY_MS)
  return dayText(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
}

/** Whole days from `from` to `to` on the calendar; negative if `to` is earlier. */
export function daysBetween(from: DayText, to: DayText): number {
  const [a, b] = [findDay(from), findDay(to)]
  if (!a || !b) throw new RangeError('not a day of the calendar')
  return (Date.UTC(b.year, b.month - 1, b.day) - Date.UTC(a.year, a.month - 1, a.day)) / DAY_MS
}

/**
 * The first instant of `day` in `zone`. If daylight saving skips midnight, that is the first instant after the gap; if
 * midnight happens twice, the first of the two.
 */
export function startOfDay(day: DayText, zone: string): Date {
  const found = findDay(day)
  if (!found) throw new RangeError('not a day of the calendar')
  const wanted = Date.UTC(found.year, found.month - 1, found.day)
  // No zone is further than 16 hours from UTC, and none jumps across the date line and back within that span.
  let early = wanted - 16 * 3_600_000
  let late = wanted + 16 * 3_600_000
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2)
    if (dayAt(new Date(middle), zone) < day) early = middle
    else late = middle
  }
  return new Date(late)
}

/** The last millisecond of `day` in `zone`, the end of a range of days (docs/wire.md). */
export function endOfDay(day: DayText, zone: string): Date {
  return new Date(startOfDay(addDays(day, 1), zone).getTime() - 1)
}
