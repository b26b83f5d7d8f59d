/** A stretch of letters, by their indexes. */
export interface Span {
  from: number
  to: number
}

/** A full stop behind these ends no sentence. */
const ABBREVIATED =
  /(?:^|[^\p{L}\p{N}])(?:(?:\p{L}\.){2,}|(?:approx|vs|cf|dr|prof|lt|rt|st|resp|incl|excl)\.)$/iu
/** Ends none where a number follows: `no. 3`, `ca. 2 mm`; else `No.` is a sentence. */
const NUMBERING = /(?:^|[^\p{L}\p{N}])(?:ca|fig|figs|no|nos|ser|im)\.$/iu
/** The number of an item, at the start of a line or behind a colon: `1.`, `Impression: a)`. */
const NUMBERED = /(?:^|[:;])\s*\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]$/i
/** Blanks behind the end of a sentence; a decimal point has none behind it. */
const GAP = /(?<=[.?!।؟]["'”’)\]]*)\s+/gu

/**
 * Cuts letters into sentences: at the end of a line, and behind a full stop with a blank after it. Abbreviations, decimals
 * and the numbers of items end none. Blanks between sentences belong to none of them; every other letter belongs to one.
 */
export function cutSentences(letters: string): Span[] {
  return [...letters.matchAll(/[^\n]+/g)].flatMap(({ 0: line, index }) =>
    cutLine(line).map(({ from, to }) => ({ from: from + index, to: to + index })),
  )
}

function cutLine(line: string): Span[] {
  const spans: Span[] = []
  let from = 0
  for (const { 0: gap, index } of line.matchAll(GAP)) {
    const begun = line.slice(from, index).trimStart()
    if (ABBREVIATED.test(begun) || NUMBERED.test(begun)) continue
    if (NUMBERING.test(begun) && /^\d/.test(line.slice(index + gap.length))) continue
    spans.push({ from, to: index })
    from = index + gap.length
  }
  return [...spans, { from, to: line.length }]
    .map((span) => trimmed(line, span))
    .filter((one) => one.from < one.to)
}

/** A stretch without the blanks at its ends. */
export function trimmed(letters: string, { from, to }: Span): Span {
  const inside = letters.slice(from, to)
  const start = from + (inside.length - inside.trimStart().length)
  return { from: Math.min(start, to), to: Math.max(Math.min(start, to), from + inside.trimEnd().length) }
}
