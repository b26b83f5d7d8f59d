import { parseMarkup } from './markup.ts'
import { markupToText } from './markup-text.ts'
import type { SignedParts } from './signed-content.ts'

/**
 * How given words (copied from a page, read from a PDF) compare to the signed ones:
 * `same`: nothing is missing and nothing is added except what papers print around a text;
 * `more`: every signed paragraph is there, in order, and there are further words;
 * `different`: a signed paragraph is missing or differs.
 */
export const WORDS_VERDICTS = ['same', 'more', 'different'] as const
export type WordsVerdict = (typeof WORDS_VERDICTS)[number]

export interface ComparedWords {
  verdict: WordsVerdict
  /** The further words, as given: headings and patient lines of the paper, or words that somebody added. */
  more: string[]
  /** How many signed paragraphs were not found. */
  missing: number
}

const PARTS = [
  'report_data',
  'conclusion',
  'recommendation',
] as const satisfies readonly (keyof SignedParts)[]

/** List numbers and bullets, which papers print but the text itself does not contain. */
const LIST_MARK = /^(?:\(?[\p{L}\d]{1,4}[.)]|[•◦▪‣*·–-]|\s)*$/u

/**
 * Compares words with the signed ones, paragraph by paragraph. Blanks and line ends are ignored, because every program
 * sets its own; every letter, digit and mark counts. A form feed separates pages: a paragraph may continue after it,
 * and page footers and headers are then among the further words.
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
    const pieces = findPieces(held, paragraph, at)
    if (pieces.length === 0) missing += 1
    for (const piece of pieces) {
      keepMore(piece.from)
      at = piece.to
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

interface Piece {
  from: number
  to: number
}

/** Where a paragraph is: in one piece, or in two if a page ends within it. Empty if it is missing. */
function findPieces(held: Held, paragraph: string, at: number): Piece[] {
  const whole = held.text.indexOf(paragraph, at)
  if (whole >= 0) return [{ from: whole, to: whole + paragraph.length }]
  for (const [page, end] of held.pageEnds.entries()) {
    if (end <= at) continue
    const next = held.pageEnds[page + 1] ?? held.text.length
    for (let cut = paragraph.length - 1; cut > 0; cut -= 1) {
      const [head, tail] = [paragraph.slice(0, cut), paragraph.slice(cut)]
      const from = held.text.lastIndexOf(head, end - cut)
      const rest = from < at ? -1 : held.text.slice(0, next).indexOf(tail, end)
      if (rest >= 0)
        return [
          { from, to: from + cut },
          { from: rest, to: rest + tail.length },
        ]
    }
  }
  return []
}

/** A text without blanks. */
interface Held {
  text: string
  /** The position of each letter in the given text. */
  places: number[]
  /** Page ends (form feeds), as the number of letters before each. */
  pageEnds: number[]
}

const BLANK = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffc]/u

/** The letters without blanks, normalised. */
function compact(text: string): Held {
  const letters: string[] = []
  const places: number[] = []
  const pageEnds: number[] = []
  let place = 0
  for (const letter of text) {
    if (letter === '\f') pageEnds.push(places.length)
    if (!BLANK.test(letter)) {
      for (const plain of letter.normalize('NFKC')) {
        letters.push(plain)
        for (let unit = 0; unit < plain.length; unit += 1) places.push(place)
      }
    }
    place += letter.length
  }
  return { text: letters.join(''), places, pageEnds }
}
