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
 * program sets its own; every letter, digit and mark does. A form feed parts pages: a paragraph may go on behind it,
 * and what the paper prints at the foot and the head of a page is then among the further words.
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

/** Where a paragraph stands: in one piece, or in two where a page ends within it. Empty where it does not. */
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

/** A text without its blanks. */
interface Held {
  text: string
  /** Where each letter stood in the text as it was given. */
  places: number[]
  /** Where a page ends (a form feed): the number of letters before it. */
  pageEnds: number[]
}

const BLANK = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffc]/u

/** The letters without blanks, in their plain form. */
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
