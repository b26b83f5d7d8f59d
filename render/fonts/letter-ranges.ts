/** From and to, both included. */
export type LetterRange = readonly [from: number, to: number]

/**
 * Writes code points as a short text: for each unbroken range its distance from the end of the previous one
 * and, after a minus, how many more letters it has, in base 36.
 */
export function writeRanges(codePoints: Iterable<number>): string {
  const sorted = [...new Set(codePoints)].sort((left, right) => left - right)
  const parts: string[] = []
  let last = 0
  for (let at = 0; at < sorted.length; at++) {
    const from = sorted[at] ?? 0
    while (sorted[at + 1] === (sorted[at] ?? 0) + 1) at++
    const to = sorted[at] ?? 0
    parts.push((from - last).toString(36) + (to > from ? `-${(to - from).toString(36)}` : ''))
    last = to
  }
  return parts.join(' ')
}

/** Reads the text of writeRanges, in ascending order. */
export function readRanges(text: string): LetterRange[] {
  let last = 0
  return text === ''
    ? []
    : text.split(' ').map((part) => {
        const [gap = '', more = '0'] = part.split('-')
        const from = last + Number.parseInt(gap, 36)
        last = from + Number.parseInt(more, 36)
        return [from, last] as const
      })
}

/** Returns whether a code point is in one of the ascending ranges. */
export function hasLetter(ranges: readonly LetterRange[], codePoint: number): boolean {
  let low = 0
  let high = ranges.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const [from, to] = ranges[middle] ?? [0, -1]
    if (codePoint < from) high = middle - 1
    else if (codePoint > to) low = middle + 1
    else return true
  }
  return false
}
