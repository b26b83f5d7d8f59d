/** The letters of each glyph of a font. */
export type ReadFont = ReadonlyMap<number, string>

/** Matches the parts of a content stream that show words: text spans, fonts, positions, glyphs. */
const MARKS =
  /\/Span\s*<<\s*\/ActualText\s*<([0-9a-fA-F]*)>\s*>>\s*BDC|\b(BDC|BMC)\b|\b(EMC)\b|\/([^\s/<>[\]()]+)\s+[\d.+-]+\s+Tf|[\d.+-]+\s+[\d.+-]+\s+[\d.+-]+\s+[\d.+-]+\s+([\d.+-]+)\s+([\d.+-]+)\s+Tm|\[([^\]]*)\]\s*TJ|<([0-9a-fA-F]+)>\s*Tj/g

/** A gap between two glyphs that represents a blank, in thousandths of the letter size. */
const BLANK_GAP = -150

/** Returns the words of a page in the order of painting; a new baseline begins a new line. */
export function readPageText(content: string, fonts: ReadonlyMap<string, ReadFont>): string {
  const lines: string[] = []
  const spans: (string | undefined)[] = []
  let font: ReadFont | undefined
  let baseline = ''
  let line = ''
  const write = (text: string) => {
    line += text
  }
  for (const mark of content.matchAll(MARKS)) {
    const [, actual, opened, closed, fontName, , bottom, shown, one] = mark
    if (actual !== undefined) {
      // The words of the whole span are given here, so its glyphs are skipped.
      if (!spans.some((span) => span !== undefined)) write(textOfUnits(actual.replace(/^feff/i, '')))
      spans.push(actual)
    } else if (opened) spans.push(undefined)
    else if (closed) spans.pop()
    else if (fontName) font = fonts.get(fontName)
    else if (bottom !== undefined) {
      if (bottom !== baseline && line !== '') lines.push(line)
      if (bottom !== baseline) line = ''
      else write(' ')
      baseline = bottom
    } else if (!spans.some((span) => span !== undefined)) write(glyphText(shown ?? `<${one}>`, font))
  }
  return [...lines, line]
    .map((text) => text.replace(/ +/g, ' ').trim())
    .filter((text) => text !== '')
    .join('\n')
}

function glyphText(array: string, font: ReadFont | undefined): string {
  let text = ''
  for (const [, hex, gap] of array.matchAll(/<([0-9a-fA-F]*)>|([\d.+-]+)/g)) {
    if (gap !== undefined) text += Number(gap) < BLANK_GAP ? ' ' : ''
    else for (const glyph of hex?.match(/.{4}/g) ?? []) text += font?.get(Number.parseInt(glyph, 16)) ?? ''
  }
  return text
}

/** Returns UTF-16 units in hexadecimal as text. */
export function textOfUnits(units: string): string {
  const codes = (units.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))
  return String.fromCharCode(...codes)
}
