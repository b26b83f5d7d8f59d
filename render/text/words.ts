/** A stretch of a paragraph between two places where a line may end. `space` may hang beyond the margin; `break` ends its line. */
export interface Word {
  kind: 'word' | 'space' | 'break'
  /** Range in UTF-16 units of the paragraph's text. */
  start: number
  end: number
}

/** Spaces at which a line may end; no-break spaces (U+00A0, U+202F, U+2007) are part of their word. */
const SPACE = /[ \t\u1680\u2000-\u2006\u2008-\u200A\u205F\u3000]/
/** A line may end after these when a letter follows: well-known, 2020–2026, and the zero-width space anywhere. */
const BREAK_AFTER = /[-\u2010\u2013\u2014]/
const LETTER = /\p{L}/u
/** Characters that stand for an image, and ideographs: a line may end before and after each. */
const OWN_WORD = /[\uFFFC\u3041-\u30FF\u3400-\u9FFF]/

/** Wider than any line: what has no break for so long is cut anyway, and shaping stays quick. */
const LONGEST_WORD = 240

/** Splits a paragraph's text (newline = forced break, U+FFFC = image) into words and spaces, leaving nothing out. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  let start = 0
  while (start < text.length) {
    const word = wordAt(text, start)
    words.push(word)
    start = word.end
  }
  return words
}

function wordAt(text: string, start: number): Word {
  const first = text.charAt(start)
  if (first === '\n') return { kind: 'break', start, end: start + 1 }
  let end = start + 1
  if (SPACE.test(first)) {
    while (end < text.length && SPACE.test(text.charAt(end))) end++
    return { kind: 'space', start, end }
  }
  while (end < text.length && end - start < LONGEST_WORD && !endsAt(text, start, end)) end++
  return { kind: 'word', start, end: end - start < LONGEST_WORD ? end : lastCut(text, start, end) }
}

/** The last place before `end` where no letter is torn from its marks. */
function lastCut(text: string, start: number, end: number): number {
  return start + (cutsOf(text.slice(start, end + 1)).at(-1) ?? end - start)
}

/** True where a line may end between the characters before and at `at`. */
function endsAt(text: string, start: number, at: number): boolean {
  const before = text.charAt(at - 1)
  const next = text.charAt(at)
  if (next === '\n' || SPACE.test(next) || before === '\u200B') return true
  if (OWN_WORD.test(next) || OWN_WORD.test(before)) return true
  // A sign at the head of a word is a minus or a bullet, not a hyphen: "-5 HU" stays whole.
  return at - start > 1 && BREAK_AFTER.test(before) && LETTER.test(next)
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Places inside a word where it may be cut when it is wider than the line: never inside a letter with its marks. */
export function cutsOf(text: string): number[] {
  return [...graphemes.segment(text)].map((part) => part.index).filter((index) => index > 0)
}
