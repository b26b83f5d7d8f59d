import { editDistance } from '../match/edit-distance.ts'

/** How well a word of a search fits a word of a name. */
const FIT = { exact: 4, begins: 3, inside: 2, close: 1.5, aLetter: 0.25 } as const
/** Shorter words need an exact match: nearly every short word is close to another one. */
const CLOSE_FROM = 4
/** From this length on two letters may be wrong, or three; below it one. */
const TWO_WRONG_FROM = 5
const THREE_WRONG_FROM = 10

/** From this fit on the name contains the word as typed. */
export const WRITTEN_FIT = FIT.inside
/** From this fit on at most one letter is wrong. */
export const ONE_WRONG_FIT = FIT.close - FIT.aLetter
/** The lowest possible fit. */
export const CLOSE_FIT = FIT.close - 3 * FIT.aLetter

/**
 * How well a typed word fits a word of a name, both normalised to lower case: 0 if it does not, highest if they are
 * equal. A word that is still being typed is compared with the beginning of the name.
 */
export function wordFit(typed: string, known: string): number {
  if (typed === known) return FIT.exact
  if (known.startsWith(typed)) return FIT.begins
  if (typed.length >= 3 && known.includes(typed)) return FIT.inside
  if (typed.length < CLOSE_FROM) return 0
  const allowed = wrongLettersIn(typed.length)
  const beginning = known.length > typed.length ? known.slice(0, typed.length) : known
  const whole = editDistance(typed, known, allowed)
  const distance = beginning === known ? whole : Math.min(whole, editDistance(typed, beginning, allowed))
  return distance > allowed ? 0 : FIT.close - distance * FIT.aLetter
}

function wrongLettersIn(length: number): number {
  if (length < TWO_WRONG_FROM) return 1
  return length < THREE_WRONG_FROM ? 2 : 3
}
