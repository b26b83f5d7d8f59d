import { directionOf } from '#domain/consent/right-to-left.ts'
import { formatDay } from '#domain/time/formats.ts'
import { type DayLanguage, inFigures } from '#src/ui/dates/day-language.ts'
import type { FormWords } from './words/en.ts'

/** Returns the date field's texts in a language of the form. */
export function dayLanguageOf(language: string, { dates }: FormWords): DayLanguage {
  return {
    ...dates,
    locale: language === 'en' ? 'en-GB' : language,
    dir: directionOf(dates.calendar),
    format: language === 'en' ? formatDay : inFigures,
    problem: () => dates.problem,
  }
}
