import { drawSvgPath, LineCapStyle, rgb } from 'pdf-lib'
import type { Glyph, PaperFont } from '../fonts/paper-font.ts'
import type { Canvas, PathLook } from '../layout/canvas.ts'
import type { TextPiece } from '../text/pieces.ts'
import { colorOperands, colorParts, hex4, num, utf16Hex } from './content.ts'
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
    stroke(points, width, strokeColor) {
      const [first, ...rest] = points.map(({ x, y }) => `${num(x)} ${num(height - y)}`)
      if (first === undefined) return
      // A line to where it began: with round ends that is a dot.
      const line = (rest.length > 0 ? rest : [first]).map((point) => `${point} l`)
      const pen = `1 J 1 j ${num(width)} w ${colorOperands(strokeColor)} RG`
      out.push(`q ${pen} ${first} m ${line.join(' ')} S Q`)
    },
    path(d, left, top, look) {
      out.push(...drawSvgPath(d, { x: left, y: height - top, scale: 1, ...penOf(look) }).map(String))
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

function penOf(look: PathLook) {
  const color = (text: string) => rgb(...colorParts(text))
  if ('fill' in look) return { color: color(look.fill), borderColor: undefined, borderWidth: 0 }
  return {
    color: undefined,
    borderColor: color(look.stroke),
    borderWidth: look.width,
    borderLineCap: LineCapStyle.Round,
    ...(look.dash.length > 0 && { borderDashArray: [...look.dash] }),
  }
}

const spanOf = (text: string) => `/Span <</ActualText ${utf16Hex(text)}>> BDC`

function textOperators(piece: TextPiece, left: number, bottom: number): string {
  const slanted = piece.style.italic && !piece.font.file.italic && piece.script !== 'Arab'
  const matrix = `1 0 ${slanted ? SLANT : 0} 1 ${num(left)} ${num(bottom)} Tm`
  return `${matrix} ${glyphOperators(piece.font, piece.glyphs, piece.size)}`
}

/**
 * Shows glyphs one after another. Where a glyph stands or advances otherwise than by its own width, a correction is
 * written between the two; marks above or below the baseline are raised to their place.
 */
function glyphOperators(font: PaperFont, glyphs: readonly Glyph[], size: number): string {
  const parts: string[] = []
  let array = ''
  let run = ''
  let rise = 0
  let pending = 0
  const closeRun = () => {
    if (run !== '') array += `<${run}>`
    run = ''
  }
  const closeArray = () => {
    closeRun()
    if (array !== '') parts.push(`[${array}] TJ`)
    array = ''
  }
  for (const { id, advance, dx, dy } of glyphs) {
    if (dy !== rise) {
      closeArray()
      parts.push(`${num((dy * size) / 1000)} Ts`)
      rise = dy
    }
    const shift = pending + dx
    if (Math.abs(shift) >= 0.01) {
      closeRun()
      array += num(-shift)
    }
    run += hex4(id)
    pending = (Math.abs(shift) >= 0.01 ? 0 : shift) + advance - dx - font.advanceOf(id)
  }
  closeArray()
  // The rise outlives the text object.
  if (rise !== 0) parts.push('0 Ts')
  return parts.join(' ')
}
