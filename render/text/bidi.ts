import bidiFactory from 'bidi-js'

export type WritingDirection = 'ltr' | 'rtl'

interface Bidi {
  getEmbeddingLevels(text: string, base: WritingDirection): { levels: Uint8Array }
  getBidiCharTypeName(character: string): string
}

// The package is CommonJS for Node and a module for bundlers; in both the default import is the factory
// itself, which its types describe only for the second.
const bidi = (bidiFactory as unknown as () => Bidi)()

/** Returns the embedding level of each UTF-16 unit; odd levels run right to left. */
export function embeddingLevels(text: string, base: WritingDirection): Uint8Array {
  return bidi.getEmbeddingLevels(text, base).levels
}

/** Returns the direction by the first strong character, or undefined if there is none (digits and signs only). */
export function findDirection(text: string): WritingDirection | undefined {
  for (const character of text) {
    const type = bidi.getBidiCharTypeName(character)
    if (type === 'L') return 'ltr'
    if (type === 'R' || type === 'AL') return 'rtl'
  }
  return undefined
}

/** Returns the order of a line's parts from left to right (UAX #9 rule L2), from their levels. */
export function visualOrder(levels: readonly number[]): number[] {
  const order = levels.map((_, index) => index)
  const odd = levels.filter((level) => level % 2 === 1)
  if (odd.length === 0) return order
  const lowestOdd = Math.min(...odd)
  for (let level = Math.max(...levels); level >= lowestOdd; level--) reverseRuns(order, levels, level)
  return order
}

function reverseRuns(order: number[], levels: readonly number[], level: number) {
  const reaches = (at: number) => at < order.length && (levels[order[at] ?? 0] ?? 0) >= level
  let start = 0
  while (start < order.length) {
    let end = start
    while (reaches(end)) end++
    if (end > start) order.splice(start, end - start, ...order.slice(start, end).reverse())
    start = end + 1
  }
}
