/** Hebrew, Arabic and other scripts with Arabic letters; also Syriac, Thaana and N'Ko. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u
const LETTER = /\p{L}/u

/** The direction of a text by its first letter. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  for (const sign of text) if (LETTER.test(sign)) return RIGHT_TO_LEFT.test(sign) ? 'rtl' : 'ltr'
  return 'ltr'
}
