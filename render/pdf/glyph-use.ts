import type { Glyph, PaperFont } from '../fonts/paper-font.ts'

/**
 * The glyph that a font returns for a letter that it does not contain: drawn as an empty box, never shown
 * from the font.
 */
export const NO_GLYPH = 0

/** The used glyphs of each font, and the characters that each is copied as. */
export interface GlyphUse {
  /** Notes the glyphs of a piece; returns true if each can be copied as the characters that it represents here. */
  note(font: PaperFont, glyphs: readonly Glyph[]): boolean
  /** Returns the text by glyph id, of one font; an empty text for glyphs without their own text. */
  textsOf(font: PaperFont): ReadonlyMap<number, string>
}

/** Starts without used glyphs. A glyph keeps the first characters it was used for; others need an ActualText. */
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
        // A further glyph of a cluster has no text of its own: the cluster's words are written beside it.
        if (!known) texts.set(id, text)
        copies &&= text !== '' && (known || text) === text
      }
      return copies
    },
  }
}
