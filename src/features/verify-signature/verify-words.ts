import { createContext, use } from 'react'
import type { Catalogue } from '#src/ui/language/use-catalogue.ts'
import { ENGLISH_VERIFY, type VerifyWords } from './words/en.ts'

/** The words of the page that checks a signed report; English is bundled, the others are loaded on demand. */
export const VERIFY_WORDS: Catalogue<VerifyWords> = {
  english: ENGLISH_VERIFY,
  others: {
    hi: async () => (await import('./words/hi.ts')).HINDI_VERIFY,
    ar: async () => (await import('./words/ar.ts')).ARABIC_VERIFY,
  },
}

const VerifyWordsContext = createContext(ENGLISH_VERIFY)
export const VerifyWordsProvider = VerifyWordsContext.Provider

/** Returns the words of this page in the displayed language. */
export const useVerifyWords = (): VerifyWords => use(VerifyWordsContext)
