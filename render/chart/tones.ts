/** Colours of data, by the names that domain/status and the theme use. */
export const TONES = [
  'accent',
  'orange',
  'violet',
  'green',
  'blue',
  'red',
  'teal',
  'grape',
  'yellow',
  'gray',
] as const
export type Tone = (typeof TONES)[number]

/** The colour of a mark: a colour of data, words, lines of the grid, or the surface behind everything. */
export type Ink = Tone | 'text' | 'quiet' | 'grid' | 'ground'

/** Colours on white paper: data has at least 3:1 and words at least 4.5:1. */
export const PAPER_INKS: Readonly<Record<Ink, string>> = {
  accent: '#0f7380',
  orange: '#d9480f',
  violet: '#5f3dc4',
  green: '#2b8a3e',
  blue: '#1864ab',
  red: '#c92a2a',
  teal: '#087f5b',
  grape: '#862e9c',
  yellow: '#a87300',
  gray: '#5c6770',
  text: '#1b2229',
  quiet: '#4d5862',
  grid: '#d5dadf',
  ground: '#ffffff',
}

/** Returns the colour of the series at `index` that has no colour of its own. */
export const toneAt = (index: number): Tone => TONES[index % TONES.length] ?? 'accent'

/** Returns `color` (#rrggbb) mixed into white by `share` (0 to 1), because paper has no transparency. */
export function tintOnPaper(color: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16)
    return Math.round(255 + (part - 255) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}
