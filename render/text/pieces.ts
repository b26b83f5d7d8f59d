import type { FontSet } from '../fonts/font-set.ts'
import type { Glyph, PaperFont } from '../fonts/paper-font.ts'
import type { Inline, TextStyle } from './inline.ts'
import { type ParagraphText, styleAt } from './paragraph-text.ts'
import { isCombining, type Script, scriptOf } from './script.ts'

/** Shaped text of one font, style and direction, in points. */
export interface TextPiece {
  kind: 'text'
  text: string
  glyphs: readonly Glyph[]
  font: PaperFont
  style: TextStyle
  script: Script
  /** Type size after sub- or superscript. */
  size: number
  /** Baseline shift, up positive. */
  rise: number
  width: number
  level: number
}

export interface ImagePiece {
  kind: 'image'
  imageId: string
  alt?: string | undefined
  width: number
  height: number
  level: number
}

export type Piece = TextPiece | ImagePiece

/** Scripts whose glyphs are not in the order of their letters; scripts from right to left are only reversed. */
const REORDERED: ReadonlySet<Script> = new Set([
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
  'Khmr',
  'Mymr',
])

/** Returns true if programs cannot find the text from the glyphs, so that it must be written beside them. */
export const isReordered = (piece: Piece): boolean => piece.kind === 'text' && REORDERED.has(piece.script)

const SCRIPT_SIZE = 0.72
const RISE = { none: 0, sup: 0.36, sub: -0.16 } as const
/** HarfBuzz uses up to five characters on each side to join letters. */
const CONTEXT = 5

/** Shapes a range of a paragraph that lies within one line. */
export function shapeRange(fonts: FontSet, paragraph: ParagraphText, start: number, end: number): Piece[] {
  const pieces: Piece[] = []
  let at = start
  while (at < end) {
    const inline = paragraph.inlines[paragraph.sources[at] ?? -1]
    if (inline?.kind === 'image') {
      pieces.push(imagePiece(inline, paragraph.levels[at] ?? 0))
      at++
      continue
    }
    const run = runAt(fonts, paragraph, at, end)
    if (run) pieces.push(textPiece(paragraph, run))
    at = run?.end ?? at + 1
  }
  return pieces
}

function imagePiece(image: Extract<Inline, { kind: 'image' }>, level: number): ImagePiece {
  const { imageId, width, height, alt } = image
  return { kind: 'image', imageId, alt, width, height, level }
}

interface Run {
  start: number
  end: number
  font: PaperFont
  style: TextStyle
  script: Script
}

/** Returns the longest run from `start` with one style, level, script and font. */
function runAt(fonts: FontSet, paragraph: ParagraphText, start: number, limit: number): Run | undefined {
  const style = styleAt(paragraph, start)
  if (!style) return undefined
  const { text, levels } = paragraph
  const font = fonts.pick(text.codePointAt(start) ?? 0, style)
  let script: Script = 'Zyyy'
  let at = start
  while (at < limit) {
    const code = text.codePointAt(at) ?? 0
    const character = String.fromCodePoint(code)
    if (at > start) {
      if (styleAt(paragraph, at) !== style || levels[at] !== levels[start]) break
      if (needsOtherFont(fonts, font, code, style)) break
    }
    const own = isCombining(character) ? 'Zyyy' : scriptOf(character)
    if (own !== 'Zyyy' && script !== 'Zyyy' && own !== script) break
    if (own !== 'Zyyy') script = own
    at += character.length
  }
  return { start, end: at, font, style, script }
}

/** Returns whether another font is needed: a mark uses its letter's font if that contains it, or if no font does. */
function needsOtherFont(fonts: FontSet, font: PaperFont, code: number, style: TextStyle): boolean {
  const picked = fonts.pick(code, style)
  if (picked === font) return false
  return !isCombining(String.fromCodePoint(code)) || (!font.holds(code) && picked.holds(code))
}

function textPiece(paragraph: ParagraphText, { start, end, font, style, script }: Run): TextPiece {
  const level = paragraph.levels[start] ?? 0
  const text = paragraph.text.slice(start, end)
  const glyphs = font.shape({
    text: text.replace(/[\s\p{Cc}]/gu, ' '),
    before: letters(paragraph.text.slice(Math.max(0, start - CONTEXT), start), 'end'),
    after: letters(paragraph.text.slice(end, end + CONTEXT), 'start'),
    rtl: level % 2 === 1,
  })
  const size = style.script === 'none' ? style.size : style.size * SCRIPT_SIZE
  const width = (glyphs.reduce((sum, glyph) => sum + glyph.advance, 0) * size) / 1000
  return {
    kind: 'text',
    text,
    glyphs,
    font,
    style,
    script,
    size,
    rise: RISE[style.script] * style.size,
    width,
    level,
  }
}

/** Returns the Arabic letters next to the run, if any: only they change its shape, so fewer contexts are shaped. */
function letters(context: string, side: 'start' | 'end'): string {
  const pattern =
    side === 'end' ? /[\p{Script=Arabic}\p{M}\u200C\u200D]+$/u : /^[\p{Script=Arabic}\p{M}\u200C\u200D]+/u
  return pattern.exec(context)?.[0] ?? ''
}
