import { formatDate, formatDateTime, formatDay, formatMoment, formatTime, weekdayAt } from './formats.ts'
import { dayAt } from './zones.ts'

/** Formats for days and times in one language; instants use the clocks of `zone`. */
export interface DatesIn {
  /** Of a YYYY-MM-DD. */
  day: (day: string) => string
  dateTime: (instant: Date, zone: string) => string
  time: (instant: Date, zone: string) => string
  /** Includes the day of the week. */
  weekday: (instant: Date, zone: string) => string
  /** The time if on the day of `now`, else with the day. */
  moment: (instant: Date, now: Date, zone: string) => string
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const TIME = { hour: 'numeric', minute: '2-digit' } as const
/** Intl uses "am" and "pm" in Hindi; people say सुबह, दोपहर and रात. */
const HINDI_TIME = { ...TIME, hour12: true, dayPeriod: 'short' } as const

const ENGLISH: DatesIn = {
  day: formatDay,
  dateTime: formatDateTime,
  time: formatTime,
  weekday: (instant, zone) => `${weekdayAt(instant, zone)}, ${formatDate(instant, zone)}`,
  moment: formatMoment,
}

/**
 * Days and times for readers of this language, with month names; digits are Western in every language, as
 * everywhere on the page. English is formatted as everywhere in Readroom.
 */
export function datesIn(language: string): DatesIn {
  if (language === 'en') return ENGLISH
  const clock = language === 'hi' ? HINDI_TIME : TIME
  const format = (instant: Date, timeZone: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, numberingSystem: 'latn', timeZone }).format(instant)
  const dateTime = (instant: Date, zone: string) => format(instant, zone, { ...DAY, ...clock })
  const time = (instant: Date, zone: string) => format(instant, zone, clock)
  return {
    day: (day) => format(new Date(`${day}T00:00:00Z`), 'UTC', DAY),
    dateTime,
    time,
    weekday: (instant, zone) => format(instant, zone, { ...DAY, month: 'long', weekday: 'long' }),
    moment: (instant, now, zone) =>
      (dayAt(instant, zone) === dayAt(now, zone) ? time : dateTime)(instant, zone),
  }
}
