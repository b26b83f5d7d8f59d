import { datesIn } from '#domain/time/dates-in.ts'
import type { DayProblem } from '#domain/time/typed-day.ts'
import { type DayLanguage, ENGLISH_DAYS, inFigures } from '#src/ui/dates/day-language.ts'
import { LANGUAGE_TABLE, type Language } from '#src/ui/language/languages.ts'
import type { PatientWords } from './words/en.ts'

/** How a date field speaks on a page of patients; in English as everywhere. */
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
