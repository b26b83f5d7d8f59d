/** A text whose longest line is shorter than this was not broken by the width of a page. */
const MIN_WIDTH = 40
/** Letters differ in width: a line counts as full when it and the next word come to this share of the longest line. */
const FULL = 0.85

const SENTENCE_END = /[.:;!?。।؟]["')\]]*$/u
/** After a full line, a word that starts a line a person wrote: "Right kidney 10 x 4 cm". */
const OWN_LINE = /^\s*\p{Lu}\p{Ll}/u
const ITEM_START = /^\s*(?:[-–*•·▪◦o]\s|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]\s)/iu
/** A hyphen after one of these belongs to the word: "contrast-enhanced". */
const KEPT_HYPHEN =
  /(?:^|[\s(/-])(?:air|all|antero|anti|bi|cross|contrast|diffusion|double|dual|ex|extra|fat|fluid|follow|full|gradient|ground|half|high|ill|inter|intra|long|low|mid|multi|near|non|one|para|peri|post|pre|right|left|self|semi|short|single|soft|sub|supra|three|time|tree|tri|two|under|upper|lower|well|x|\w*\d)-$/iu

/**
 * Joins lines that were broken by the page width, as PDF viewers copy them, and words that were hyphenated there. A
 * line is joined with the next if it is full, ends no sentence, and the next begins neither an item nor with a capital;
 * lines that a person broke stay, and so do blank lines. Returns the text with `\n` between the lines that stay.
 */
export function joinHardBreaks(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd())
  const width = lines.reduce((longest, line) => Math.max(longest, line.length), 0)
  const joined: string[] = []
  // The last line as copied: the length of a joined line tells nothing about the page width.
  let last = ''
  for (const line of lines) {
    const before = joined.at(-1)
    if (before !== undefined && goesOn(last, line, width)) joined[joined.length - 1] = join(before, line)
    else joined.push(line)
    last = line
  }
  // A soft hyphen is not part of the text.
  return joined.join('\n').replaceAll('\u00ad', '')
}

function goesOn(line: string, next: string, width: number): boolean {
  const word = /^\s*(\S+)/u.exec(next)?.[1]
  if (width < MIN_WIDTH || line === '' || word === undefined) return false
  if (SENTENCE_END.test(line) || ITEM_START.test(next) || OWN_LINE.test(next)) return false
  return line.length + 1 + word.length >= width * FULL
}

function join(line: string, next: string): string {
  const rest = next.trimStart()
  if (line.endsWith('\u00ad')) return line.slice(0, -1) + rest
  if (!/\p{L}[-\u2010]$/u.test(line)) return `${line} ${rest}`
  const isHyphenated = /^\p{Ll}/u.test(rest) && !KEPT_HYPHEN.test(line.replace(/\u2010$/u, '-'))
  return isHyphenated ? line.slice(0, -1) + rest : line + rest
}
