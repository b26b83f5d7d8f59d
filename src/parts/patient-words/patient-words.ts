import { createContext, use, useEffect } from 'react'
import type { Language } from '#domain/language/languages.ts'
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
  offer: () => undefined,
  notFetched: undefined,
})
export const PatientLanguageProvider = PatientLanguageContext.Provider
export const usePatientLanguage = () => use(PatientLanguageContext)

/** Shows the language of the patient or the branch, once the page knows it, unless the reader has chosen one. */
export function useKnownLanguage(language: Language | null | undefined): void {
  const { offer } = usePatientLanguage()
  useEffect(() => {
    if (language) offer(language)
  }, [language, offer])
}

/** Returns the words in the displayed language. */
export const usePatientWords = (): PatientWords => usePatientLanguage().words
/** Returns the date and time formats of that language. */
export const usePatientDates = (): DatesIn => datesIn(usePatientLanguage().language)
