import { editDistance } from './edit-distance.ts'

/** Words before and after a name that do not identify the person. */
export const NAME_TITLES: ReadonlySet<string> = new Set(
  'mr mrs ms miss master baby dr smt shri sri kumari bin bint al el'.split(' '),
)

/** The normalised words of a name in alphabetical order: first and family names are often swapped. */
export function nameWords(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const own = words.filter((word) => !NAME_TITLES.has(word))
  return (own.length > 0 ? own : words).toSorted()
}

/** True if two names have the same words, in any order. */
export function isSameName(a: string, b: string): boolean {
  const [words, others] = [nameWords(a), nameWords(b)]
  return words.length > 0 && words.join(' ') === others.join(' ')
}

/**
 * How alike two names are, from 0 to 1: the share of their letters in words with a partner in the other name. A partner
 * may be mistyped in two of five letters; an initial is half a partner of a word that begins with it.
 */
export function nameLikeness(a: string, b: string): number {
  const [words, others] = [nameWords(a), nameWords(b)]
  if (words.length === 0 || others.length === 0) return 0
  const left = [...others]
  let alike = 0
  for (const word of words.toSorted((x, y) => y.length - x.length)) {
    const best = bestPartner(word, left)
    if (!best) continue
    left.splice(left.indexOf(best.word), 1)
    alike += best.likeness * (word.length + best.word.length)
  }
  return alike / [...words, ...others].reduce((sum, word) => sum + word.length, 0)
}

function bestPartner(
  word: string,
  others: readonly string[],
): { word: string; likeness: number } | undefined {
  const partners = others
    .map((other) => ({ word: other, likeness: wordLikeness(word, other) }))
    .filter(({ likeness }) => likeness > 0)
  return partners.toSorted((a, b) => b.likeness - a.likeness)[0]
}

function wordLikeness(a: string, b: string): number {
  if (a === b) return 1
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length === 1) return long.startsWith(short) ? 0.5 : 0
  const allowed = Math.max(1, Math.floor(long.length * 0.4))
  const distance = editDistance(a, b, allowed)
  return distance > allowed ? 0 : 1 - distance / long.length
}
