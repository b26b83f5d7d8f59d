import { type Language } from '#domain/language/languages.ts'
import { datesIn } from '#domain/time/dates-in.ts'
import type { DayProblem } from '#domain/time/typed-day.ts'
import { formatTimeText } from '#domain/time/typed-time.ts'
import { type DayLanguage, ENGLISH_DAYS, inFigures } from '#src/ui/dates/day-language.ts'
import type { TimeLanguage } from '#src/ui/dates/time-language.ts'
import { LANGUAGE_TABLE } from '#src/ui/language/languages.ts'
import type { PatientWords } from './words/en.ts'

/** Returns the texts of a date field on a patients' page; for English the usual ones. */
export function dayLanguageIn(language: Language, { dates }: PatientWords): DayLanguage {
  if (language === 'en') return ENGLISH_DAYS
  const { day } = datesIn(language)
  return {
    ...dates,
    locale: language,
    dir: LANGUAGE_TABLE[language].dir,
    format: inFigures,
    problem: (problem: DayProblem) => {
      if (problem.kind === 'before_min') return dates.notBefore(day(problem.min))
      return problem.kind === 'after_max' ? dates.notAfter(day(problem.max)) : dates.problem
    },
  }
}

/**
 * Returns the texts of a time field on a patients' page; AM and PM are English, so other languages use the
 * 24-hour clock.
 */
export function timeLanguageIn(language: Language, { times }: PatientWords): TimeLanguage {
  return language === 'en'
    ? { ...times, clock: '12h', format: formatTimeText }
    : { ...times, clock: '24h', format: (time) => time }
}
