import type { CalendarAriaLabels } from '@mantine/dates'
import type { DayText } from '#domain/time/zones.ts'
import classes from './dates.module.css'
import type { DayLanguage } from './day-language.ts'

/** A language's calendar texts: names of months and weekdays, and labels of the paging buttons. */
export function namesIn({ locale, previous, next, chooseMonth }: DayLanguage) {
  const formatOf = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, numberingSystem: 'latn', timeZone: 'UTC' })
    return (day: DayText) => format.format(new Date(`${day}T00:00:00Z`))
  }
  const ariaLabels: CalendarAriaLabels = {
    previousMonth: previous,
    nextMonth: next,
    previousYear: previous,
    nextYear: next,
    previousDecade: previous,
    nextDecade: next,
    monthLevelControl: chooseMonth,
    yearLevelControl: chooseMonth,
  }
  return {
    ariaLabels,
    monthLabelFormat: formatOf({ month: 'long', year: 'numeric' }),
    monthsListFormat: formatOf({ month: 'short' }),
    weekdayFormat: formatOf({ weekday: 'short' }),
    getDayAriaLabel: formatOf({ day: 'numeric', month: 'long', year: 'numeric' }),
  }
}

export const CALENDAR_CLASSES = {
  day: classes.day,
  weekday: classes.weekday,
  calendarHeaderLevel: classes.level,
  calendarHeaderControl: classes.control,
} as const

/** Attributes of every day of a calendar; `today` is the branch's day, not the machine's. */
export function dayProps(day: DayText, { today, focused }: { today: DayText; focused: DayText }) {
  return {
    'data-day': day,
    'data-is-today': day === today || undefined,
    'aria-current': day === today ? ('date' as const) : undefined,
    'data-autofocus': day === focused || undefined,
  }
}
