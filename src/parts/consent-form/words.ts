import type { ConsentLanguage } from '#domain/consent/answers.ts'
import { type FormLanguage, findLanguage } from '#domain/consent/form-language.ts'
import type { FormToFill } from '#src/sync/kiosk/handed-form.ts'
import { ARABIC } from './words/ar.ts'
import { ENGLISH, type FormWords } from './words/en.ts'
import { SPANISH } from './words/es.ts'
import { FRENCH } from './words/fr.ts'
import { HINDI } from './words/hi.ts'
import { ITALIAN } from './words/it.ts'
import { PORTUGUESE } from './words/pt.ts'

/** The fixed words of the form in every language that they are written in. */
export const FORM_WORDS: Record<FormLanguage, FormWords> = {
  en: ENGLISH,
  ar: ARABIC,
  es: SPANISH,
  fr: FRENCH,
  hi: HINDI,
  it: ITALIAN,
  pt: PORTUGUESE,
}

/** What the switch calls the form's other language, whatever it is (spec 1 section 2). */
export const SECONDARY_LANGUAGE = 'Secondary language'

/** The language of the form's other words, where it is one that the fixed words are written in. */
export function secondLanguageOf({ form }: Pick<FormToFill, 'form'>): FormLanguage | undefined {
  const { name_slang, questions } = form
  const texts = questions.flatMap(({ ques_slang, ans_options_slang }) => [ques_slang, ans_options_slang])
  return findLanguage([name_slang, ...texts].join(' '))
}

/** In which language the fixed words are shown: English where the form's own has none. */
export const languageOf = (detail: Pick<FormToFill, 'form'>, language: ConsentLanguage): FormLanguage =>
  (language === 'slang' && secondLanguageOf(detail)) || 'en'
