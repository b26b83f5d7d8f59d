import { createContext, use } from 'react'
import { type DatesIn, datesIn } from '#domain/time/dates-in.ts'
import type { Catalogue, LanguageChoice, Spoken } from '#src/ui/language/use-catalogue.ts'
import { ENGLISH, type PatientWords } from './words/en.ts'

/** The words of patients' pages. English is in the page; a file a language is fetched when it is wanted. */
export const PATIENT_WORDS: Catalogue<PatientWords> = {
  english: ENGLISH,
  others: {
    hi: async () => (await import('./words/hi.ts')).HINDI,
    ar: async () => (await import('./words/ar.ts')).ARABIC,
  },
}

/** What a page of patients speaks, with the choice of its language. */
export type PatientLanguage = Spoken<PatientWords> & LanguageChoice

// Screens of the house show some of the same parts: they speak English.
const PatientLanguageContext = createContext<PatientLanguage>({
  language: 'en',
  words: ENGLISH,
  choose: () => undefined,
  notFetched: undefined,
})
export const PatientLanguageProvider = PatientLanguageContext.Provider
export const usePatientLanguage = () => use(PatientLanguageContext)

/** The words in the language that is read. */
export const usePatientWords = (): PatientWords => usePatientLanguage().words
/** How days and times are written in it. */
export const usePatientDates = (): DatesIn => datesIn(usePatientLanguage().language)
