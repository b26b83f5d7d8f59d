/** The languages that dictation offers, spelt as the spec has them (docs/reports.md#editor). */
export const DICTATION_LANGUAGES = ['en-US', 'en-UK', 'fr-BE', 'it-IT', 'hi-IN', 'pt-PT', 'es-PA'] as const
export type DictationLanguage = (typeof DICTATION_LANGUAGES)[number]

/** The spoken languages: they decide the voice commands and the writing rules. */
export const SPOKEN_LANGUAGES = ['en', 'fr', 'it', 'hi', 'pt', 'es'] as const
export type SpokenLanguage = (typeof SPOKEN_LANGUAGES)[number]

interface LanguageFacts {
  spoken: SpokenLanguage
  /**
   * BCP 47 tags to request from a recogniser, best first: `en-UK` is not a valid tag, and few recognisers know Belgian
   * French or Panamanian Spanish as such.
   */
  tags: readonly [string, ...string[]]
}

const FACTS: Record<DictationLanguage, LanguageFacts> = {
  'en-US': { spoken: 'en', tags: ['en-US'] },
  'en-UK': { spoken: 'en', tags: ['en-GB'] },
  'fr-BE': { spoken: 'fr', tags: ['fr-BE', 'fr-FR'] },
  'it-IT': { spoken: 'it', tags: ['it-IT'] },
  'hi-IN': { spoken: 'hi', tags: ['hi-IN'] },
  'pt-PT': { spoken: 'pt', tags: ['pt-PT', 'pt-BR'] },
  'es-PA': { spoken: 'es', tags: ['es-PA', 'es-419', 'es-MX', 'es-US', 'es-ES'] },
}

/** The tags to request from a recogniser, best first. */
export function tagsOfLanguage(language: DictationLanguage): readonly [string, ...string[]] {
  return FACTS[language].tags
}

/** The language whose voice commands are recognised. */
export function spokenLanguage(language: DictationLanguage): SpokenLanguage {
  return FACTS[language].spoken
}

/** True for a language of the list; a remembered value may come from another version. */
export function isDictationLanguage(text: unknown): text is DictationLanguage {
  return DICTATION_LANGUAGES.some((language) => language === text)
}
