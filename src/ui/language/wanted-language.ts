import { findOurLanguage, type Language } from '#domain/language/languages.ts'

/** Stores only the language used in this browser, and nothing about a person. */
const KEY = 'readroom-language'

/**
 * Returns the language chosen in this browser, else the one that the page knows (the patient's or the branch's), else
 * the first supported one of the browser's languages, else English.
 */
export function wantedLanguage(known?: Language | null): Language {
  const tags = navigator.languages ?? []
  const ofBrowser = tags.map(findOurLanguage).find((language) => language !== undefined)
  return chosenLanguage() ?? known ?? ofBrowser ?? 'en'
}

/** Returns the language chosen in this browser; undefined if none was. */
export const chosenLanguage = (): Language | undefined => findOurLanguage(keptTag())

/** Saves a choice for the next page in this browser; if storage fails it applies to this page only. */
export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // A full or forbidden disk: the page uses the language all the same.
  }
}

function keptTag(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
