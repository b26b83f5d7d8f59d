import { createContext, use } from 'react'
import { formatDay } from '#domain/time/formats.ts'
import type { DayProblem } from '#domain/time/typed-day.ts'
import type { DayText } from '#domain/time/zones.ts'
import { DATES_WORDS as WORDS } from './words.ts'

/** How a day field speaks: English everywhere but on forms that patients read in their own language. */
export interface DayLanguage {
  /** Of the names of months and weekdays. */
  locale: string
  dir: 'ltr' | 'rtl'
  /** Writes a day as the field shows it; it has to read back. */
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

/** Days in figures: they read back in every language. */
export const inFigures = (day: DayText) => day.split('-').toReversed().join('/')

const DayLanguageContext = createContext(ENGLISH_DAYS)

/** Has the day fields inside speak another language. */
export const DayLanguageProvider = DayLanguageContext.Provider
export const useDayLanguage = () => use(DayLanguageContext)
