/** Mean width of a letter in type sizes; capitals and wide scripts have more. */
const LETTER = 0.55
const NARROW = 0.3
const WIDE = 0.72

/**
 * About how wide a text of a screen is, in pixels: enough to keep labels apart without asking the browser, so that the
 * same data gives the same drawing everywhere. A paper measures with its own fonts instead.
 */
export function guessTextWidth(text: string, size: number): number {
  let letters = 0
  for (const letter of text) letters += widthOf(letter)
  return letters * size
}

function widthOf(letter: string): number {
  if (/[\s.,:;'|ijl!()]/.test(letter)) return NARROW
  return /[A-Zmw@%\u0900-\uffff]/.test(letter) ? WIDE : LETTER
}

/** The text, cut with an ellipsis where it is wider than `width`. */
export function cutText(
  text: string,
  size: number,
  width: number,
  textWidth: (text: string, size: number) => number,
): string {
  // A width that was reckoned from this very text may be short of it by a rounding.
  if (textWidth(text, size) <= width + 0.5) return text
  const letters = Array.from(text)
  while (letters.length > 1 && textWidth(`${letters.join('')}…`, size) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
