import { existsSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Languages that are written from right to left. */
const FROM_THE_RIGHT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur'])
const LANGUAGE = /^[a-z]{2}$/

/**
 * Builds the staff's screens in `language`, a code such as `hi`: where `words.hi.ts` stands beside a `words.ts` (or
 * `x-words.hi.ts` beside an `x-words.ts`), the screen gets its words from there, otherwise it stays in English. The
 * page says the language and its direction. Throws if the code is not two small letters (docs/languages.md).
 */
export function staffLanguage(language = 'en'): Plugin {
  if (!LANGUAGE.test(language))
    throw new Error(`READROOM_LANGUAGE must be a code of two small letters such as "hi", not "${language}".`)
  return {
    name: 'readroom:staff-language',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (language === 'en' || !source.endsWith('words.ts')) return null
      const english = await this.resolve(source, importer, { ...options, skipSelf: true })
      if (!english) return null
      const translated = english.id.replace(/\.ts$/, `.${language}.ts`)
      // A file of a language may take a word from the English one.
      if (importer === translated || !existsSync(translated)) return english
      return { ...english, id: translated }
    },
    transformIndexHtml: (html) =>
      language === 'en'
        ? html
        : html.replace(
            '<html lang="en" dir="ltr"',
            `<html lang="${language}" dir="${FROM_THE_RIGHT.has(language) ? 'rtl' : 'ltr'}"`,
          ),
  }
}
