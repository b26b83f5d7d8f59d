import type { FormLanguage } from '#domain/consent/form-language.ts'
import { formatDateTime, formatDay } from '#domain/time/formats.ts'

export interface FormDates {
  /** Of a YYYY-MM-DD. */
  day: (day: string) => string
  /** Of an instant, by the clocks of `zone`. */
  dateTime: (instant: Date, zone: string) => string
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const TIME = { hour: 'numeric', minute: '2-digit' } as const

/**
 * Days and times for who reads the form in this language, its months in words; the figures stay the ones of the rest of
 * the form. English is written as everywhere in Readroom.
 */
export function datesIn(language: FormLanguage): FormDates {
  if (language === 'en') return { day: formatDay, dateTime: formatDateTime }
  const write = (instant: Date, timeZone: string, time: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...DAY, ...time, numberingSystem: 'latn', timeZone }).format(instant)
  return {
    day: (day) => write(new Date(`${day}T00:00:00Z`), 'UTC', {}),
    dateTime: (instant, zone) => write(instant, zone, TIME),
  }
}
