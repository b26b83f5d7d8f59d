import { createContext, use } from 'react'
import type { Catalogue } from '#src/ui/language/use-catalogue.ts'
import { ENGLISH_OWN, type OwnWords } from './own/en.ts'

/** The words of a signed-in patient's own pages and of the frame around them. */
export const OWN_WORDS: Catalogue<OwnWords> = {
  english: ENGLISH_OWN,
  others: {
    hi: async () => (await import('./own/hi.ts')).HINDI_OWN,
    ar: async () => (await import('./own/ar.ts')).ARABIC_OWN,
  },
}

// Staff screens use some of the same components, in English.
const OwnWordsContext = createContext(ENGLISH_OWN)
export const OwnWordsProvider = OwnWordsContext.Provider

/** Returns the words of the own pages in the displayed language. */
export const useOwnWords = (): OwnWords => use(OwnWordsContext)
