import { createContext, use } from 'react'
import { formatTimeText, type TimeText } from '#domain/time/typed-time.ts'
import { DATES_WORDS as WORDS } from './words.ts'

/** The language of a time field: English everywhere except on forms that patients read in their own language. */
export interface TimeLanguage {
  /** Names the button that opens the panel, and the panel. */
  open: string
  panel: string
  hint: string
  now: string
  clear: string
  /** AM and PM are English: other languages use the 24-hour clock. */
  clock: '12h' | '24h'
  /** Formats a time for the field; the result must parse back. */
  format: (time: TimeText) => string
  problem: Record<'unreadable' | 'no_such_time', string>
}

const ENGLISH_TIMES: TimeLanguage = {
  open: WORDS.openTimes,
  panel: WORDS.times,
  hint: WORDS.timeHint,
  now: WORDS.now,
  clear: WORDS.clear,
  clock: '12h',
  format: formatTimeText,
  problem: WORDS.timeProblem,
}

const TimeLanguageContext = createContext(ENGLISH_TIMES)

/** Sets the language of the time fields inside. */
export const TimeLanguageProvider = TimeLanguageContext.Provider
export const useTimeLanguage = () => use(TimeLanguageContext)
