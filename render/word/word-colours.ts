/** The least difference between a colour's channels for it to count as deliberately chosen. */
const MIN_CHROMA = 48

/** Word's highlighters. */
const HIGHLIGHTS: Readonly<Record<string, string>> = {
  yellow: 'ffff00',
  green: '00ff00',
  cyan: '00ffff',
  magenta: 'ff00ff',
  blue: '0000ff',
  red: 'ff0000',
  darkBlue: '000080',
  darkCyan: '008080',
  darkGreen: '008000',
  darkMagenta: '800080',
  darkRed: '800000',
  darkYellow: '808000',
}

/**
 * Returns a colour of Word as `#rrggbb`, undefined for none. Black, white and greys come from the look of the
 * source program: white on dark there, black on paper.
 */
export function chosenColour(value: string | undefined): string | undefined {
  const hex = HIGHLIGHTS[value ?? ''] ?? value ?? ''
  if (!/^[0-9a-f]{6}$/i.test(hex)) return undefined
  const channels = [0, 2, 4].map((from) => Number.parseInt(hex.slice(from, from + 2), 16))
  return Math.max(...channels) - Math.min(...channels) >= MIN_CHROMA ? `#${hex.toLowerCase()}` : undefined
}
