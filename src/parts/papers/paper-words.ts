import type { Catalogue } from '#src/ui/language/use-catalogue.ts'
import { ENGLISH_PAPER, type PaperWords } from './words/en.ts'

/**
 * The words of the papers that a patient gets. English is bundled; the others are loaded on demand, with ages and sexes
 * from the words of patients' pages.
 */
export const PAPER_WORDS: Catalogue<PaperWords> = {
  english: ENGLISH_PAPER,
  others: {
    hi: async () => {
      const [{ HINDI_PAPER }, { HINDI }] = await Promise.all([
        import('./words/hi.ts'),
        import('../patient-words/words/hi.ts'),
      ])
      return { ...HINDI_PAPER, sexes: HINDI.sexes, ages: HINDI.ages }
    },
    ar: async () => {
      const [{ ARABIC_PAPER }, { ARABIC }] = await Promise.all([
        import('./words/ar.ts'),
        import('../patient-words/words/ar.ts'),
      ])
      return { ...ARABIC_PAPER, sexes: ARABIC.sexes, ages: ARABIC.ages }
    },
  },
}
