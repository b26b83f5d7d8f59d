import { familiesOfLocale } from '#render/fonts/families.ts'
import {
  fieldsOfPaper,
  findUnprintable,
  isPlainLatin,
  textOfPaper,
  type UnprintableField,
  UnprintableLetters,
} from '#render/fonts/paper-letters.ts'
import { keepFontsFor } from './pdf-client.ts'

export { nameOfLetter } from '#render/fonts/paper-letters.ts'

/**
 * Returns the letters of a paper's contents that no font has, by field: its parts are named as in `PaperInput` or
 * `DeskPaper`. Needs no network and no font on the device.
 */
export async function findUnprintableIn(paper: object): Promise<UnprintableField[]> {
  if (isPlainLatin(textOfPaper(paper))) return []
  const { shelf } = await import('./paper-shelf.ts')
  return findUnprintable(shelf, fieldsOfPaper(paper))
}

/** Throws UnprintableLetters, which names letters and fields, if findUnprintableIn finds any. */
export async function refuseUnprintable(paper: object): Promise<void> {
  const holes = await findUnprintableIn(paper)
  if (holes.length > 0) throw new UnprintableLetters(holes)
}

/** Stores the fonts of a text's scripts and of the country's language on this device, for papers made offline. */
export async function keepFontsAhead(text: string, locale: string): Promise<void> {
  if (isPlainLatin(text) && familiesOfLocale(locale).length === 0) return
  await keepFontsFor(text, locale)
}
