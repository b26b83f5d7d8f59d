/**
 * The number of edits between two texts, a swap of two neighbours counting once (optimal string alignment). Stops
 * counting beyond `max` and returns `max + 1`.
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  const width = b.length + 1
  // Three rows of the table, reused in turn: a search compares thousands of words.
  let [before, row, next] = [new Uint16Array(width), new Uint16Array(width), new Uint16Array(width)]
  for (let at = 0; at < width; at++) row[at] = at
  for (let i = 1; i <= a.length; i++) {
    if (fillRow(a, b, { i, before, row, next }) > max) return max + 1
    ;[before, row, next] = [row, next, before]
  }
  return Math.min(row[b.length] ?? 0, max + 1)
}

interface Rows {
  i: number
  before: Uint16Array
  row: Uint16Array
  next: Uint16Array
}

/** Computes the row of letter `i` of `a`; returns its minimum. */
function fillRow(a: string, b: string, { i, before, row, next }: Rows): number {
  const letter = a.charCodeAt(i - 1)
  const earlier = a.charCodeAt(i - 2)
  let last = i
  let least = i
  next[0] = i
  for (let j = 1; j <= b.length; j++) {
    const other = b.charCodeAt(j - 1)
    let cost = (row[j - 1] ?? 0) + (letter === other ? 0 : 1)
    cost = Math.min(cost, last + 1, (row[j] ?? 0) + 1)
    if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && earlier === other)
      cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
    next[j] = cost
    last = cost
    if (cost < least) least = cost
  }
  return least
}
