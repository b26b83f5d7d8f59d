import { type Catalogue, fetchWords } from '#src/ui/language/use-catalogue.ts'
import { PATIENT_WORDS } from './patient-words.ts'
import type { PatientWords } from './words/en.ts'

/** The words of all patients' pages together with those of some. */
export type WithRoom<Own> = PatientWords & { room: Own }

/**
 * Returns the words of all patients' pages with those of `room`: two files for each language, loaded in
 * parallel. Refusals of the room replace those of the same code.
 */
export function withRoom<Own>(
  room: Catalogue<Own>,
  refusalsOf: (own: Own) => Record<string, string> = () => ({}),
): Catalogue<WithRoom<Own>> {
  const join = (words: PatientWords, own: Own): WithRoom<Own> => ({
    ...words,
    refusals: { ...words.refusals, ...refusalsOf(own) },
    room: own,
  })
  const both = async (language: 'hi' | 'ar') =>
    join(...(await Promise.all([fetchWords(PATIENT_WORDS, language), room.others[language]()])))
  return {
    english: join(PATIENT_WORDS.english, room.english),
    others: { hi: () => both('hi'), ar: () => both('ar') },
  }
}
