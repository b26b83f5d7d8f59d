import { useEffect, useState } from 'react'
import type { Language } from './languages.ts'
import { keepLanguage, wantedLanguage } from './wanted-language.ts'

/** The words of some pages: English is built in; every other language is one file that is fetched when it is wanted. */
export interface Catalogue<Words> {
  english: Words
  others: Record<Exclude<Language, 'en'>, () => Promise<Words>>
}

/** What a page speaks now. */
export interface Spoken<Words> {
  language: Language
  words: Words
}

export interface LanguageChoice {
  choose: (language: Language) => void
  /** A language that was wanted and whose words could not be fetched. */
  notFetched: Language | undefined
}

/**
 * The words in the language that is wanted, and the choice of another one. Undefined until the first words are there; a
 * page that speaks already goes on in its language while those of another one are fetched, and where they do not come.
 */
export function useCatalogue<Words>(
  catalogue: Catalogue<Words>,
): [spoken: Spoken<Words> | undefined, choice: LanguageChoice] {
  // An object: the same language can be asked for a second time.
  const [wanted, setWanted] = useState(() => ({ language: wantedLanguage() }))
  const [spoken, setSpoken] = useState<Spoken<Words> | undefined>(() =>
    wanted.language === 'en' ? { language: 'en', words: catalogue.english } : undefined,
  )
  const [notFetched, setNotFetched] = useState<Language>()
  useEffect(() => {
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
  const choose = (language: Language) => {
    keepLanguage(language)
    setWanted({ language })
  }
  return [spoken, { choose, notFetched }]
}

/** The words of a catalogue in one language. Rejects where their file cannot be fetched. */
export async function fetchWords<Words>(
  { english, others }: Catalogue<Words>,
  language: Language,
): Promise<Words> {
  return language === 'en' ? english : others[language]()
}
