/**
 * A stretch of a paragraph between two possible line ends. `space` may extend beyond the margin; `break` ends
 * its line.
 */
export interface Word {
  kind: 'word' | 'space' | 'break'
  /** Range in UTF-16 units of the paragraph's text. */
  start: number
  end: number
}

/** Spaces at which a line may end; no-break spaces (U+00A0, U+202F, U+2007) are part of their word. */
const SPACE = /[ \t\u1680\u2000-\u2006\u2008-\u200A\u205F\u3000]/
/** A line may end after these before a letter: well-known, 2020–2026, and after the zero-width space anywhere. */
const BREAK_AFTER = /[-\u2010\u2013\u2014]/
const LETTER = /\p{L}/u
/**
 * The image placeholder and ideographs (outside the basic plane: their halves): a line may end before and
 * after each.
 */
const OWN_WORD = /[\uFFFC\u3041-\u30FF\u3400-\u9FFF\uF900-\uFAFF\uD840-\uD87F]/
/** Signs that never begin a line of ideographs, and those that never end one. */
const NEVER_FIRST =
  /[\u3001\u3002\uFF0C\uFF0E\uFF1A\uFF1B\uFF01\uFF1F\u300D\u300F\uFF09\u3011\u3009\u300B\u3015\u3005\u30FC\u2026%\uFF05]/
const MARK = /\p{M}/u
const NEVER_LAST = /[\u300C\u300E\uFF08\u3010\u3008\u300A\u3014]/
/** Scripts without blanks between words: a dictionary finds the possible line ends. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Longer than any line: a stretch without a break is cut at this length, so that shaping stays fast. */
const LONGEST_WORD = 240

/** Splits a paragraph's text (newline = forced break, U+FFFC = image) into words and spaces, omitting nothing. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  const inner = innerEnds(text)
  let start = 0
  while (start < text.length) {
    const word = wordAt(text, start, inner)
    words.push(word)
    start = word.end
  }
  return words
}

const dictionary = new Intl.Segmenter('th', { granularity: 'word' })

/** Returns the ends of words inside a text without blanks. */
function innerEnds(text: string): ReadonlySet<number> {
  if (!UNSPACED.test(text)) return NO_ENDS
  return new Set(
    [...dictionary.segment(text)]
      .map(({ index }) => index)
      .filter((at) => UNSPACED.test(text.charAt(at - 1)) && UNSPACED.test(text.charAt(at))),
  )
}

const NO_ENDS: ReadonlySet<number> = new Set()

function wordAt(text: string, start: number, inner: ReadonlySet<number>): Word {
  const first = text.charAt(start)
  if (first === '\n') return { kind: 'break', start, end: start + 1 }
  let end = start + 1
  if (SPACE.test(first)) {
    while (end < text.length && SPACE.test(text.charAt(end))) end++
    return { kind: 'space', start, end }
  }
  while (end < text.length && end - start < LONGEST_WORD && !endsAt(text, start, end, inner)) end++
  return { kind: 'word', start, end: end - start < LONGEST_WORD ? end : lastCut(text, start, end) }
}

/** Returns the last position before `end` at which no letter is separated from its marks. */
function lastCut(text: string, start: number, end: number): number {
  return start + (cutsOf(text.slice(start, end + 1)).at(-1) ?? end - start)
}

/** Returns true if a line may end between the characters before and at `at`. */
function endsAt(text: string, start: number, at: number, inner: ReadonlySet<number>): boolean {
  const before = text.charAt(at - 1)
  const next = text.charAt(at)
  if (next === '\n' || SPACE.test(next) || before === '\u200B' || inner.has(at)) return true
  if (MARK.test(next) || NEVER_FIRST.test(next) || NEVER_LAST.test(before)) return false
  // The halves of a character outside the basic plane stay together.
  if (/[\uDC00-\uDFFF]/.test(next)) return false
  if (/[\uDC00-\uDFFF]/.test(before) && OWN_WORD.test(text.charAt(at - 2))) return true
  if (OWN_WORD.test(next) || OWN_WORD.test(before)) return true
  // A sign at the beginning of a word is a minus or a bullet, not a hyphen: "-5 HU" stays whole.
  return at - start > 1 && BREAK_AFTER.test(before) && LETTER.test(next)
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Returns the positions inside a word at which it may be cut if it is wider than the line: never inside a
 * letter with its marks.
 */
export function cutsOf(text: string): number[] {
  return [...graphemes.segment(text)].map((part) => part.index).filter((index) => index > 0)
}
