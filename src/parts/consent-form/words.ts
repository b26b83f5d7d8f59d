import type { ConsentLanguage } from '#domain/consent/answers.ts'
import { type FormLanguage, findLanguage } from '#domain/consent/form-language.ts'
import { ApiError, OfflineError } from '#src/sync/api/errors.ts'
import type { FormToFill } from '#src/sync/kiosk/kiosk-form.ts'
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

/** What the switch calls the form's other language, whatever it is (docs/screens.md#the-shell). */
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

/** Why a form was not taken, in the language that is read; in English in the server's own words, which say more. */
export function failureWords(error: Error, language: FormLanguage): string {
  const { offline, refusals, rules } = FORM_WORDS[language]
  if (error instanceof OfflineError) return offline
  if (language === 'en') return error.message
  // What the device itself says is for the desk to read.
  if (!(error instanceof ApiError)) return `${refusals.other} (${error.message})`
  if (error.code === 'signature_required') return rules.signature
  return error.code === 'link_over' || error.code === 'throttled' ? refusals[error.code] : refusals.other
}
