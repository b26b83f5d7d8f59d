/** The languages that patients are addressed in (docs/languages.md). The first one is used where nothing else is known. */
export const LANGUAGES = ['en', 'hi', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

interface LanguageFacts {
  /** In the language itself: its reader may know no other. */
  name: string
  dir: 'ltr' | 'rtl'
}

export const LANGUAGE_FACTS: Readonly<Record<Language, LanguageFacts>> = {
  en: { name: 'English', dir: 'ltr' },
  hi: { name: 'हिन्दी', dir: 'ltr' },
  ar: { name: 'العربية', dir: 'rtl' },
}

/** The name of each language in itself, as a choice shows it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: LANGUAGE_FACTS.en.name,
  hi: LANGUAGE_FACTS.hi.name,
  ar: LANGUAGE_FACTS.ar.name,
}

/** Returns the language of a tag such as `ar-KW`, if it is one of ours. */
export function findOurLanguage(tag: string | null | undefined): Language | undefined {
  const [name] = (tag ?? '').toLowerCase().split('-')
  return LANGUAGES.find((language) => language === name)
}

/**
 * Returns the language that was chosen for a patient: the patient's own, else that of the branch. An empty or unknown
 * code counts as none.
 */
export const findLanguage = (
  patientLanguage: string | null | undefined,
  branchLanguage: string | null | undefined,
): Language | undefined => findOurLanguage(patientLanguage) ?? findOurLanguage(branchLanguage)

/** Returns the language that a patient is addressed in: the patient's own, else that of the branch, else English. */
export const languageOf = (
  patientLanguage: string | null | undefined,
  branchLanguage: string | null | undefined,
): Language => findLanguage(patientLanguage, branchLanguage) ?? 'en'
