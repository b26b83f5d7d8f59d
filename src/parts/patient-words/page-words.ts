import { type Catalogue, fetchWords } from '#src/ui/language/use-catalogue.ts'
import { PATIENT_WORDS } from './patient-words.ts'
import type { PatientWords } from './words/en.ts'

/** The words of all patients' pages together with those of some. */
export type WithPageWords<Own> = PatientWords & { own: Own }

/**
 * Returns the words of all patients' pages with those of `page`: two files for each language, loaded in
 * parallel. Refusals of the page replace those of the same code.
 */
export function withPageWords<Own>(
  page: Catalogue<Own>,
  refusalsOf: (own: Own) => Record<string, string> = () => ({}),
): Catalogue<WithPageWords<Own>> {
  const join = (words: PatientWords, own: Own): WithPageWords<Own> => ({
    ...words,
    refusals: { ...words.refusals, ...refusalsOf(own) },
    own,
  })
  const both = async (language: 'hi' | 'ar') =>
    join(...(await Promise.all([fetchWords(PATIENT_WORDS, language), page.others[language]()])))
  return {
    english: join(PATIENT_WORDS.english, page.english),
    others: { hi: () => both('hi'), ar: () => both('ar') },
  }
}
