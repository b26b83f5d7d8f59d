import { familiesOfLocale } from '#render/fonts/families.ts'
import {
  fieldsOfPaper,
  findUnprintable,
  isPlainLatin,
  textOfPaper,
  UnprintableLetters,
} from '#render/fonts/paper-letters.ts'
import { keepFontsFor } from './pdf-client.ts'

/**
 * Looks for letters that no font has in what will stand on a paper: its parts are named as in `PaperInput` or
 * `DeskPaper`. Needs no network and no font on the device. Throws UnprintableLetters, which names letters and fields.
 */
export async function refuseUnprintable(paper: object): Promise<void> {
  if (isPlainLatin(textOfPaper(paper))) return
  const { shelf } = await import('./paper-shelf.ts')
  const holes = findUnprintable(shelf, fieldsOfPaper(paper))
  if (holes.length > 0) throw new UnprintableLetters(holes)
}

/** Keeps on this device the fonts of a text's scripts and of the country's language, for papers without a network. */
export async function keepFontsAhead(text: string, locale: string): Promise<void> {
  if (isPlainLatin(text) && familiesOfLocale(locale).length === 0) return
  await keepFontsFor(text, locale)
}
