import type { Glyph, PaperFont } from '../fonts/paper-font.ts'

/** What a font returns for a letter that it does not hold: it is drawn as an empty box and never shown from the font. */
export const NO_GLYPH = 0

/** Which glyphs of which fonts stand on the paper, and the characters that each is copied as. */
export interface GlyphUse {
  /** Notes the glyphs of a piece; true if each can be copied as the characters it stands for here. */
  note(font: PaperFont, glyphs: readonly Glyph[]): boolean
  /** Text by glyph id, of one font; empty text for glyphs that stand for nothing alone. */
  textsOf(font: PaperFont): ReadonlyMap<number, string>
}

/** Starts with no glyph used. A glyph keeps the first characters it was used for; others need an ActualText. */
export function startGlyphUse(): GlyphUse {
  const used = new Map<PaperFont, Map<number, string>>()
  const textsOf = (font: PaperFont) => {
    const known = used.get(font)
    if (known) return known
    const texts = new Map<number, string>()
    used.set(font, texts)
    return texts
  }
  return {
    textsOf,
    note(font, glyphs) {
      const texts = textsOf(font)
      let copies = true
      for (const { id, text } of glyphs) {
        if (id === NO_GLYPH) {
          copies = false
          continue
        }
        const known = texts.get(id)
        // A further glyph of a cluster says nothing alone: the words of the cluster are written beside it.
        if (!known) texts.set(id, text)
        copies &&= text !== '' && (known || text) === text
      }
      return copies
    },
  }
}
