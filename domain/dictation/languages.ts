/** The languages that dictation offers, spelt as the spec has them (docs/reports.md#editor). */
export const DICTATION_LANGUAGES = ['en-US', 'en-UK', 'fr-BE', 'it-IT', 'hi-IN', 'pt-PT', 'es-PA'] as const
export type DictationLanguage = (typeof DICTATION_LANGUAGES)[number]

/** What they are spoken as: decides the voice commands and the small rules of writing. */
export const SPOKEN_LANGUAGES = ['en', 'fr', 'it', 'hi', 'pt', 'es'] as const
export type SpokenLanguage = (typeof SPOKEN_LANGUAGES)[number]

interface LanguageFacts {
  spoken: SpokenLanguage
  /**
   * BCP 47 tags to ask a recogniser for, best first: `en-UK` is no tag at all, and few recognisers know the French of
   * Belgium or the Spanish of Panama by themselves.
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

/** The tags to ask a recogniser for, best first. */
export function tagsOfLanguage(language: DictationLanguage): readonly [string, ...string[]] {
  return FACTS[language].tags
}

/** The language whose voice commands are listened for. */
export function spokenLanguage(language: DictationLanguage): SpokenLanguage {
  return FACTS[language].spoken
}

/** True for a language of the list; what was remembered may come from another version. */
export function isDictationLanguage(text: unknown): text is DictationLanguage {
  return DICTATION_LANGUAGES.some((language) => language === text)
}
