import { findOurLanguage, type Language } from './languages.ts'

/** Says in which language somebody reads in this browser, and nothing about anybody. */
const KEY = 'readroom-language'

/** Returns what was chosen in this browser, else the first of the browser's own languages that is ours, else English. */
export function wantedLanguage(): Language {
  const tags = [keptTag(), ...(navigator.languages ?? [])]
  return tags.map(findOurLanguage).find((language) => language !== undefined) ?? 'en'
}

/** Keeps a choice for the next page in this browser; where nothing can be kept it holds for this page. */
export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // A full or forbidden disk: the page speaks the language all the same.
  }
}

function keptTag(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
