/** The properties of a word for the line breaker; `break` ends its line. */
export interface Breakable {
  kind: 'word' | 'space' | 'break'
  width: number
}

/** A filled line. `isLast`: it ends by a forced break or the paragraph's end, so it is never justified. */
export interface BrokenLine<T> {
  words: T[]
  /** Without the trailing spaces. */
  width: number
  isLast: boolean
}

/** Cuts a word that is wider than a whole line; returns both parts, the first at most `width` wide if possible. */
export type WordCutter<T> = (word: T, width: number) => [T, T] | undefined

/** Rounding in the fonts' units must not move a word off a line that was measured for it. */
const TOLERANCE = 0.001

/** Fills lines greedily; no word is omitted, and a line is wider than `width` only if it is one uncuttable word. */
export function breakLines<T extends Breakable>(
  words: readonly T[],
  width: number,
  cut: WordCutter<T>,
): BrokenLine<T>[] {
  const lines: BrokenLine<T>[] = []
  const todo = words.toReversed()
  let line: T[] = []
  let used = 0
  const finish = (isLast: boolean) => {
    lines.push({ words: line, width: widthWithoutHang(line), isLast })
    line = []
    used = 0
  }
  for (let word = todo.pop(); word; word = todo.pop()) {
    if (word.kind === 'break') {
      finish(true)
      continue
    }
    if (word.kind === 'space' || used + word.width <= width + TOLERANCE) {
      line.push(word)
      used += word.width
      continue
    }
    if (line.length > 0) {
      finish(false)
      todo.push(word)
      continue
    }
    const parts = cut(word, width)
    line.push(parts ? parts[0] : word)
    finish(false)
    if (parts) todo.push(parts[1])
  }
  // A break at the very end ends the last line and opens no empty one, as in HTML.
  if (line.length > 0 || lines.length === 0) finish(true)
  const last = lines.at(-1)
  if (last) last.isLast = true
  return lines
}

function widthWithoutHang(line: readonly Breakable[]): number {
  let end = line.length
  while (end > 0 && line[end - 1]?.kind === 'space') end--
  return line.slice(0, end).reduce((sum, word) => sum + word.width, 0)
}
