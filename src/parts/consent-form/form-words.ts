import { createContext, use } from 'react'
import type { FormLanguage } from '#domain/consent/form-language.ts'
import { datesIn } from '#domain/time/dates-in.ts'
import { FORM_WORDS } from './words.ts'

/** The displayed language. */
const FormLanguageContext = createContext<FormLanguage>('en')
export const FormLanguageProvider = FormLanguageContext.Provider
/** Returns the fixed words in the displayed language. */
export const useFormWords = () => FORM_WORDS[use(FormLanguageContext)]
/** Returns the date and time formats of that language. */
export const useFormDates = () => datesIn(use(FormLanguageContext))
