/** Mean width of a letter in type sizes; capitals and wide scripts are wider. */
const LETTER = 0.55
const NARROW = 0.3
const WIDE = 0.72

/**
 * Estimates the width of a text on a screen, in pixels: accurate enough to keep labels apart without
 * measuring in the browser, so that the same data gives the same drawing everywhere. A paper measures with
 * its own fonts instead.
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

/** Returns the text, cut with an ellipsis if it is wider than `width`. */
export function cutText(
  text: string,
  size: number,
  width: number,
  textWidth: (text: string, size: number) => number,
): string {
  // A width that was calculated from this very text may be too small by a rounding error.
  if (textWidth(text, size) <= width + 0.5) return text
  const letters = Array.from(text)
  while (letters.length > 1 && textWidth(`${letters.join('')}…`, size) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
