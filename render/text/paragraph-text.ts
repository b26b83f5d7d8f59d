import { composeHangul } from '../fonts/font-shelf.ts'
import { embeddingLevels, findDirection, type WritingDirection } from './bidi.ts'
import type { Inline, TextStyle } from './inline.ts'

/** Represents an image in the paragraph's text (object replacement character). */
const IMAGE_CHARACTER = '\uFFFC'

/** A paragraph as one text, with the source of each UTF-16 unit. */
export interface ParagraphText {
  text: string
  direction: WritingDirection
  levels: Uint8Array
  /** The index in `inlines` from which the unit came. */
  sources: Uint32Array
  inlines: readonly Inline[]
}

/**
 * Joins the inlines of a paragraph and resolves its writing direction: as given, otherwise by its first
 * strong letter.
 */
export function joinParagraph(
  inlines: readonly Inline[],
  direction: WritingDirection | undefined,
): ParagraphText {
  const parts = inlines.map(textOf)
  const text = parts.join('')
  const sources = new Uint32Array(text.length)
  let at = 0
  for (const [index, part] of parts.entries()) {
    sources.fill(index, at, at + part.length)
    at += part.length
  }
  const resolved = direction ?? findDirection(text) ?? 'ltr'
  return { text, direction: resolved, levels: embeddingLevels(text, resolved), sources, inlines }
}

function textOf(inline: Inline): string {
  if (inline.kind === 'break') return '\n'
  return inline.kind === 'image' ? IMAGE_CHARACTER : composeHangul(inline.text)
}

/** Returns the style of the text at a unit; undefined on images and breaks. */
export function styleAt(paragraph: ParagraphText, at: number): TextStyle | undefined {
  const inline = paragraph.inlines[paragraph.sources[at] ?? -1]
  return inline?.kind === 'text' ? inline.style : undefined
}
