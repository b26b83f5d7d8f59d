import type { CalendarAriaLabels } from '@mantine/dates'
import type { DayText } from '#domain/time/zones.ts'
import classes from './dates.module.css'
import { DATES_WORDS as WORDS } from './words.ts'

/** Names of the buttons that page through months, years and decades. */
export const CALENDAR_LABELS: CalendarAriaLabels = {
  previousMonth: WORDS.previousMonth,
  nextMonth: WORDS.nextMonth,
  previousYear: WORDS.previousYear,
  nextYear: WORDS.nextYear,
  previousDecade: WORDS.previousDecade,
  nextDecade: WORDS.nextDecade,
  monthLevelControl: WORDS.chooseMonth,
  yearLevelControl: WORDS.chooseYear,
}

export const CALENDAR_CLASSES = {
  day: classes.day,
  calendarHeaderLevel: classes.level,
  calendarHeaderControl: classes.control,
} as const

/** What every day of a calendar carries; `today` is the branch's and not the machine's. */
export function dayProps(day: DayText, { today, focused }: { today: DayText; focused: DayText }) {
  return {
    'data-day': day,
    'data-is-today': day === today || undefined,
    'aria-current': day === today ? ('date' as const) : undefined,
    'data-autofocus': day === focused || undefined,
  }
}
