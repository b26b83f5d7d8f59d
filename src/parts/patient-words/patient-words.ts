import { createContext, use } from 'react'
import { type DatesIn, datesIn } from '#domain/time/dates-in.ts'
import type { Catalogue, LanguageChoice, Spoken } from '#src/ui/language/use-catalogue.ts'
import { ENGLISH, type PatientWords } from './words/en.ts'

/** The words of patients' pages. English is bundled; the other languages are one file each, loaded on demand. */
export const PATIENT_WORDS: Catalogue<PatientWords> = {
  english: ENGLISH,
  others: {
    hi: async () => (await import('./words/hi.ts')).HINDI,
    ar: async () => (await import('./words/ar.ts')).ARABIC,
  },
}

/** The language and words of a patients' page, with the choice of its language. */
export type PatientLanguage = Spoken<PatientWords> & LanguageChoice

// Staff screens use some of the same components, in English.
const PatientLanguageContext = createContext<PatientLanguage>({
  language: 'en',
  words: ENGLISH,
  choose: () => undefined,
  notFetched: undefined,
})
export const PatientLanguageProvider = PatientLanguageContext.Provider
export const usePatientLanguage = () => use(PatientLanguageContext)

/** Returns the words in the displayed language. */
export const usePatientWords = (): PatientWords => usePatientLanguage().words
/** Returns the date and time formats of that language. */
export const usePatientDates = (): DatesIn => datesIn(usePatientLanguage().language)
