import { createContext, use } from 'react'
import { formatDay } from '#domain/time/formats.ts'
import type { DayProblem } from '#domain/time/typed-day.ts'
import type { DayText } from '#domain/time/zones.ts'
import { DATES_WORDS as WORDS } from './words.ts'

/** The language of a day field: English everywhere except on forms that patients read in their own language. */
export interface DayLanguage {
  /** Language of the names of months and weekdays. */
  locale: string
  dir: 'ltr' | 'rtl'
  /** Formats a day for the field; the result must parse back. */
  format: (day: DayText) => string
  hint: string
  openCalendar: string
  calendar: string
  today: string
  clear: string
  previous: string
  next: string
  chooseMonth: string
  problem: (problem: DayProblem) => string
}

export const ENGLISH_DAYS: DayLanguage = {
  locale: 'en-GB',
  dir: 'ltr',
  format: formatDay,
  hint: WORDS.dayHint,
  openCalendar: WORDS.openCalendar,
  calendar: WORDS.calendar,
  today: WORDS.today,
  clear: WORDS.clear,
  previous: WORDS.previous,
  next: WORDS.next,
  chooseMonth: WORDS.chooseMonth,
  problem: WORDS.dayProblem,
}

/** Days as digits, which can be read back in every language. */
export const inFigures = (day: DayText) => day.split('-').toReversed().join('/')

const DayLanguageContext = createContext(ENGLISH_DAYS)

/** Sets the language of the day fields inside. */
export const DayLanguageProvider = DayLanguageContext.Provider
export const useDayLanguage = () => use(DayLanguageContext)
