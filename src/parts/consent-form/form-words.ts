import { createContext, use } from 'react'
import { FORM_WORDS } from './words.ts'

/** The fixed words in the language that is read. */
const FormWordsContext = createContext(FORM_WORDS.en)
export const FormWordsProvider = FormWordsContext.Provider
export const useFormWords = () => use(FormWordsContext)
