import type { FontFile } from '../paper-input.ts'
import { openFont, type PaperFont } from './paper-font.ts'

/** Weight and slant that a text needs. */
export interface FontStyle {
  bold: boolean
  italic: boolean
}

/** The fonts of a paper, in order of preference. */
export interface FontSet {
  fonts: readonly PaperFont[]
  /** Returns the best font for a character; the first font's empty box represents a character that no font contains. */
  pick(codePoint: number, style: FontStyle): PaperFont
}

const openedSets = new WeakMap<readonly FontFile[], FontSet>()
const openedFonts = new WeakMap<FontFile, PaperFont>()

/** Opens the fonts once for a list of files; lists share the fonts that they have in common. */
export function openFontSet(files: readonly FontFile[]): FontSet {
  const known = openedSets.get(files)
  if (known) return known
  const set = fontSetOf(files.map(openOnce))
  openedSets.set(files, set)
  return set
}

/**
 * A font's key depends only on the font, so that a paper has the same bytes whatever other papers were made
 * before it.
 */
function openOnce(file: FontFile): PaperFont {
  const known = openedFonts.get(file)
  if (known) return known
  const font = openFont(file, keyOf(file))
  openedFonts.set(file, font)
  return font
}

const keyOf = ({ file = '', name }: FontFile) =>
  `${name}${/-(\d+)-wght-/.exec(file)?.[1] ?? ''}`.replace(/[^A-Za-z0-9-]/g, '')

function fontSetOf(fonts: readonly PaperFont[]): FontSet {
  const first = fonts[0]
  if (!first) throw new Error('A paper needs at least one font.')
  const picked = new Map<number, PaperFont>()
  return {
    fonts,
    pick(codePoint, style) {
      const name = codePoint * 4 + (style.bold ? 2 : 0) + (style.italic ? 1 : 0)
      const known = picked.get(name)
      if (known) return known
      const font = bestOf(fonts, codePoint, style) ?? first
      picked.set(name, font)
      return font
    },
  }
}

/** Weight has priority over slant: a bold Arabic word in italics stays bold, because Arabic has no italics. */
function bestOf(
  fonts: readonly PaperFont[],
  codePoint: number,
  { bold, italic }: FontStyle,
): PaperFont | undefined {
  const able = fonts.filter((font) => font.holds(codePoint))
  return (
    able.find((font) => font.file.bold === bold && font.file.italic === italic) ??
    able.find((font) => font.file.bold === bold) ??
    able[0]
  )
}
