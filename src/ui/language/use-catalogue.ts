import { useCallback, useEffect, useRef, useState } from 'react'
import type { Language } from '#domain/language/languages.ts'
import { chosenLanguage, keepLanguage, wantedLanguage } from './wanted-language.ts'

/** The words of some pages: English is built in; every other language is one file, loaded on demand. */
export interface Catalogue<Words> {
  english: Words
  others: Record<Exclude<Language, 'en'>, () => Promise<Words>>
}

/** The language and words that a page shows now. */
export interface Spoken<Words> {
  language: Language
  words: Words
}

export interface LanguageChoice {
  choose: (language: Language) => void
  /** Shows the language that the page has learned (the patient's or the branch's), unless the reader has chosen one. */
  offer: (language: Language) => void
  /** A requested language whose words could not be loaded. */
  notFetched: Language | undefined
}

/**
 * Returns the words in the requested language, and a way to choose another. `known` is the language of the patient or
 * the branch, if the page knows it from the start (see `wantedLanguage`). Undefined until the first words are loaded;
 * a page that already shows words keeps its language while those of another load, and if loading fails.
 */
export function useCatalogue<Words>(
  catalogue: Catalogue<Words>,
  known?: Language | null,
): [spoken: Spoken<Words> | undefined, choice: LanguageChoice] {
  // An object, so that the same language can be requested again.
  const [wanted, setWanted] = useState(() => ({ language: wantedLanguage(known) }))
  // Storage may be forbidden: then the choice still holds on this page.
  const hasChosen = useRef(false)
  const { spoken, notFetched } = useWords(catalogue, wanted)
  const choose = (language: Language) => {
    hasChosen.current = true
    keepLanguage(language)
    setWanted({ language })
  }
  const offer = useCallback((language: Language) => {
    if (hasChosen.current || chosenLanguage() !== undefined) return
    setWanted((before) => (before.language === language ? before : { language }))
  }, [])
  return [spoken, { choose, offer, notFetched }]
}

/**
 * Returns the words of a wanted language. Undefined until the first ones are loaded; later the language stays while the
 * words of another load, and if loading fails: English if there was none. A new object wants the same language again.
 */
export function useWords<Words>(
  catalogue: Catalogue<Words>,
  wanted: { language: Language } | undefined,
): { spoken: Spoken<Words> | undefined; notFetched: Language | undefined } {
  const [spoken, setSpoken] = useState<Spoken<Words> | undefined>(() =>
    wanted?.language === 'en' ? { language: 'en', words: catalogue.english } : undefined,
  )
  const [notFetched, setNotFetched] = useState<Language>()
  useEffect(() => {
    if (!wanted) return undefined
    let isCurrent = true
    const { language } = wanted
    const speak = (words: Words) => {
      if (!isCurrent) return
      setSpoken((before) => (before?.words === words ? before : { language, words }))
      setNotFetched(undefined)
    }
    const goOn = () => {
      if (!isCurrent) return
      setSpoken((before) => before ?? { language: 'en', words: catalogue.english })
      setNotFetched(language)
    }
    fetchWords(catalogue, language).then(speak, goOn)
    return () => {
      isCurrent = false
    }
  }, [catalogue, wanted])
  return { spoken, notFetched }
}

/** Returns the words of a catalogue in one language. Rejects if their file cannot be loaded. */
export async function fetchWords<Words>(
  { english, others }: Catalogue<Words>,
  language: Language,
): Promise<Words> {
  return language === 'en' ? english : others[language]()
}
