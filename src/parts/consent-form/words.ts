import type { ConsentLanguage } from '#domain/consent/answers.ts'
import { type FormLanguage, findSecondLanguage } from '#domain/consent/form-language.ts'
import { ApiError, OfflineError } from '#src/sync/api/errors.ts'
import type { FormToFill } from '#src/sync/kiosk/kiosk-form.ts'
import { ARABIC } from './words/ar.ts'
import { ENGLISH, type FormWords } from './words/en.ts'
import { SPANISH } from './words/es.ts'
import { FRENCH } from './words/fr.ts'
import { HINDI } from './words/hi.ts'
import { ITALIAN } from './words/it.ts'
import { PORTUGUESE } from './words/pt.ts'

/** The fixed words of the form in every supported language. */
export const FORM_WORDS: Record<FormLanguage, FormWords> = {
  en: ENGLISH,
  ar: ARABIC,
  es: SPANISH,
  fr: FRENCH,
  hi: HINDI,
  it: ITALIAN,
  pt: PORTUGUESE,
}

/** The switch's label for the form's other language, if it is unknown (docs/screens.md#the-shell). */
export const SECONDARY_LANGUAGE = 'Secondary language'

/** Returns the language of the form's other words, if the fixed words exist in it. */
export const secondLanguageOf = ({ form }: Pick<FormToFill, 'form'>): FormLanguage | undefined =>
  findSecondLanguage(form)

/** Returns the language of the fixed words: English if they do not exist in the form's own. */
export const languageOf = (detail: Pick<FormToFill, 'form'>, language: ConsentLanguage): FormLanguage =>
  (language === 'slang' && secondLanguageOf(detail)) || 'en'

/**
 * Returns why a form was refused, in the displayed language; for English the server's message, which is more
 * specific.
 */
export function failureWords(error: Error, language: FormLanguage): string {
  const { offline, refusals, rules } = FORM_WORDS[language]
  if (error instanceof OfflineError) return offline
  if (language === 'en') return error.message
  // The device's own errors are for the desk.
  if (!(error instanceof ApiError)) return `${refusals.other} (${error.message})`
  if (error.code === 'signature_required') return rules.signature
  return error.code === 'link_over' || error.code === 'throttled' ? refusals[error.code] : refusals.other
}
