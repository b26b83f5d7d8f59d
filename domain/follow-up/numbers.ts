const WORDS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  eighteen: 18,
}

/** A number as a recommendation writes it: figures, or a word up to eighteen. */
export const NUMBER = String.raw`\d{1,3}|${Object.keys(WORDS).toReversed().join('|')}`
/** One number or a range: `6`, `3-6`, `three to six`. */
export const RANGE = String.raw`(?:${NUMBER})(?:\s*(?:-|–|—|to|or)\s*(?:${NUMBER}))?`

const numberOf = (word: string): number => WORDS[word.toLowerCase()] ?? Number(word)

const EACH = new RegExp(String.raw`\b(?:${NUMBER})\b`, 'gi')

/** The ends of a RANGE, the lower first; NaN where it holds none. */
export function endsOfRange(range: string): { from: number; to: number } {
  const numbers = [...range.matchAll(EACH)].map(([word]) => numberOf(word))
  return numbers.length === 0
    ? { from: Number.NaN, to: Number.NaN }
    : { from: Math.min(...numbers), to: Math.max(...numbers) }
}
