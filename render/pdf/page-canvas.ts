import type { Glyph, PaperFont } from '../fonts/paper-font.ts'
import type { Canvas } from '../layout/canvas.ts'
import type { TextPiece } from '../text/pieces.ts'
import { colorOperands, hex4, num, utf16Hex } from './content.ts'
import type { GlyphUse } from './glyph-use.ts'

/** A page's content stream as it is painted, and what it names. */
export interface PageCanvas extends Canvas {
  content(): string
  fonts: ReadonlySet<PaperFont>
  imageIds: readonly string[]
}

/** Slant of letters in a font that has no italics; Arabic is never slanted. */
const SLANT = 0.2

/** Name of an image in a page's resources, by its place in `imageIds`. */
export const imageName = (index: number) => `I${index}`

/** Opens an empty page of the given height in points. */
export function openPage(height: number, glyphUse: GlyphUse): PageCanvas {
  const out: string[] = []
  const fonts = new Set<PaperFont>()
  const imageIds: string[] = []
  let color = ''
  let type = ''
  let isSpoken = false
  const setColor = (wanted: string) => {
    if (wanted !== color) out.push(`${colorOperands(wanted)} rg`)
    color = wanted
  }
  return {
    fonts,
    imageIds,
    content: () => out.join('\n'),
    fill(left, top, width, fillHeight, fillColor) {
      setColor(fillColor)
      out.push(`${num(left)} ${num(height - top - fillHeight)} ${num(width)} ${num(fillHeight)} re f`)
    },
    image(imageId, left, top, width, imageHeight) {
      if (!imageIds.includes(imageId)) imageIds.push(imageId)
      const matrix = `${num(width)} 0 0 ${num(imageHeight)} ${num(left)} ${num(height - top - imageHeight)}`
      out.push(`q ${matrix} cm /${imageName(imageIds.indexOf(imageId))} Do Q`)
    },
    text(piece, left, baseline) {
      fonts.add(piece.font)
      const copies = glyphUse.note(piece.font, piece.glyphs)
      setColor(piece.style.color)
      const wanted = `/${piece.font.key} ${num(piece.size)} Tf`
      const body = `BT${wanted === type ? '' : ` ${wanted}`} ${textOperators(piece, left, height - baseline + piece.rise)} ET`
      type = wanted
      const needsText = !copies && !isSpoken
      out.push(needsText ? `${spanOf(piece.text)} ${body} EMC` : body)
    },
    spoken(text, paint) {
      out.push(spanOf(text))
      isSpoken = true
      paint()
      isSpoken = false
      out.push('EMC')
    },
  }
}

const spanOf = (text: string) => `/Span <</ActualText ${utf16Hex(text)}>> BDC`

function textOperators(piece: TextPiece, left: number, bottom: number): string {
  const slanted = piece.style.italic && !piece.font.file.italic && piece.script !== 'Arab'
  const matrixAt = (x: number, y: number) => `1 0 ${slanted ? SLANT : 0} 1 ${num(x)} ${num(y)} Tm`
  if (piece.glyphs.every(({ dx, dy }) => dx === 0 && dy === 0))
    return `${matrixAt(left, bottom)} ${showTogether(piece.font, piece.glyphs)}`
  const scale = piece.size / 1000
  let x = left
  return piece.glyphs
    .map((glyph) => {
      const shown = `${matrixAt(x + glyph.dx * scale, bottom + glyph.dy * scale)} <${hex4(glyph.id)}> Tj`
      x += glyph.advance * scale
      return shown
    })
    .join(' ')
}

/** Glyphs on one baseline in one operator; kerning is written as corrections between them. */
function showTogether(font: PaperFont, glyphs: readonly Glyph[]): string {
  let parts = ''
  let run = ''
  for (const [index, { id, advance }] of glyphs.entries()) {
    run += hex4(id)
    const correction = font.advanceOf(id) - advance
    if (Math.abs(correction) < 0.01 || index === glyphs.length - 1) continue
    parts += `<${run}> ${num(correction)} `
    run = ''
  }
  return parts === '' ? `<${run}> Tj` : `[${parts}<${run}>] TJ`
}
