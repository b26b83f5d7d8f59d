import { createContext, use } from 'react'
import type { FormLanguage } from '#domain/consent/form-language.ts'
import { datesIn } from '#domain/time/dates-in.ts'
import { FORM_WORDS } from './words.ts'

/** The language that is read. */
const FormLanguageContext = createContext<FormLanguage>('en')
export const FormLanguageProvider = FormLanguageContext.Provider
/** The fixed words in the language that is read. */
export const useFormWords = () => FORM_WORDS[use(FormLanguageContext)]
/** How days and times are written in it. */
export const useFormDates = () => datesIn(use(FormLanguageContext))
