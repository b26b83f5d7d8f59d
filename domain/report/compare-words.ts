import { parseMarkup } from './markup.ts'
import { markupToText } from './markup-text.ts'
import type { SignedParts } from './signed-content.ts'

/**
 * How words that somebody holds (copied from a page, read from a PDF) stand to those that were signed:
 * `same`: nothing is missing and nothing stands between them but what a paper prints around a text;
 * `more`: every signed paragraph is there, in order, and there are further words;
 * `different`: a signed paragraph is missing or reads differently.
 */
export const WORDS_VERDICTS = ['same', 'more', 'different'] as const
export type WordsVerdict = (typeof WORDS_VERDICTS)[number]

export interface ComparedWords {
  verdict: WordsVerdict
  /** The further words, as they were given: headings and patient lines of the paper, or what somebody added. */
  more: string[]
  /** How many signed paragraphs were not found. */
  missing: number
}

const PARTS = [
  'report_data',
  'conclusion',
  'recommendation',
] as const satisfies readonly (keyof SignedParts)[]

/** Numbers and points of lists, which a paper prints and the text itself does not hold. */
const LIST_MARK = /^(?:\(?[\p{L}\d]{1,4}[.)]|[•◦▪‣*·–-]|\s)*$/u

/**
 * Compares words with the signed ones, paragraph by paragraph. Blanks and line ends do not count, because every
 * program sets its own; every letter, digit and mark does.
 */
export function compareWords(signed: SignedParts, given: string): ComparedWords {
  const held = compact(given)
  const more: string[] = []
  let missing = 0
  let at = 0
  const keepMore = (to: number) => {
    const words = given.slice(held.places[at] ?? given.length, held.places[to] ?? given.length).trim()
    if (to > at && !LIST_MARK.test(words)) more.push(words)
  }
  for (const paragraph of paragraphsOf(signed)) {
    const found = held.text.indexOf(paragraph, at)
    if (found < 0) missing += 1
    else {
      keepMore(found)
      at = found + paragraph.length
    }
  }
  keepMore(held.text.length)
  const verdict = missing > 0 ? 'different' : more.length > 0 ? 'more' : 'same'
  return { verdict, more, missing }
}

function paragraphsOf(signed: SignedParts): string[] {
  return PARTS.flatMap((part) => {
    const parsed = parseMarkup(signed[part])
    const words = parsed.ok ? markupToText(parsed.nodes) : signed[part]
    return words.split(/[\n\t]/).map((line) => compact(line).text)
  }).filter((paragraph) => paragraph !== '')
}

const BLANK = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffc]/u

/** The letters without blanks, in their plain form, and where each stood. */
function compact(text: string): { text: string; places: number[] } {
  const letters: string[] = []
  const places: number[] = []
  let place = 0
  for (const letter of text) {
    if (!BLANK.test(letter)) {
      for (const plain of letter.normalize('NFKC')) {
        letters.push(plain)
        for (let unit = 0; unit < plain.length; unit += 1) places.push(place)
      }
    }
    place += letter.length
  }
  return { text: letters.join(''), places }
}
