import { drawSvgPath, LineCapStyle, rgb } from 'pdf-lib'
import { DIRECTION_CONTROLS, type Glyph, type PaperFont } from '../fonts/paper-font.ts'
import type { Canvas, PathLook } from '../layout/canvas.ts'
import { holdsInk, type Tag } from '../layout/tag.ts'
import type { TextPiece } from '../text/pieces.ts'
import { colorOperands, colorParts, hex4, num, utf16Hex } from './content.ts'
import { type GlyphUse, NO_GLYPH, startGlyphUse } from './glyph-use.ts'
import { type PageMarks, type Structure, startStructure } from './structure.ts'

/** A page's content stream during painting, and its resources. */
export interface PageCanvas extends Canvas {
  content(): string
  marks: PageMarks
  fonts: ReadonlySet<PaperFont>
  imageIds: readonly string[]
}

/** Slant of letters in a font that has no italics; Arabic is never slanted. */
const SLANT = 0.2

/** Returns the name of an image in a page's resources, by its index in `imageIds`. */
export const imageName = (index: number) => `I${index}`

/** The state that the pages of a paper share during painting. */
export interface PaperUse {
  glyphs: GlyphUse
  structure: Structure
}

/** Starts a paper without pages. */
export const startPaper = (): PaperUse => ({ glyphs: startGlyphUse(), structure: startStructure() })

/** Opens an empty page of the given height in points. */
export function openPage(height: number, { glyphs, structure }: PaperUse): PageCanvas {
  const out: string[] = []
  const marks: PageMarks = []
  const parts: Tag[] = []
  let hidden = 0
  // The part of the open stretch, or nothing (undefined); null if no stretch is open.
  let marked: Tag | undefined | null = null
  const fonts = new Set<PaperFont>()
  const imageIds: string[] = []
  let color = ''
  let type = ''
  let isSpoken = false
  const setColor = (wanted: string) => {
    if (wanted !== color) out.push(`${colorOperands(wanted)} rg`)
    color = wanted
  }
  /** Opens the stretch of the next ink. */
  const mark = () => {
    // The words of a spoken stretch replace all its content.
    if (isSpoken) return
    const top = parts.at(-1)
    const wanted = hidden === 0 && top && holdsInk(top) ? top : undefined
    if (wanted === marked) return
    if (marked !== null) out.push('EMC')
    out.push(wanted ? `/${wanted.role} <</MCID ${structure.mark(wanted, marks)}>> BDC` : '/Artifact BMC')
    marked = wanted
  }
  return {
    fonts,
    imageIds,
    marks,
    content: () => (marked === null ? out : [...out, 'EMC']).join('\n'),
    within(tag, paint) {
      if (hidden === 0) structure.place(tag, parts.at(-1))
      parts.push(tag)
      paint()
      parts.pop()
    },
    artifact(paint) {
      hidden += 1
      paint()
      hidden -= 1
    },
    fill(left, top, width, fillHeight, fillColor) {
      mark()
      setColor(fillColor)
      out.push(`${num(left)} ${num(height - top - fillHeight)} ${num(width)} ${num(fillHeight)} re f`)
    },
    stroke(points, width, strokeColor) {
      const [first, ...rest] = points.map(({ x, y }) => `${num(x)} ${num(height - y)}`)
      if (first === undefined) return
      mark()
      // A line to its own start: with round ends that is a dot.
      const line = (rest.length > 0 ? rest : [first]).map((point) => `${point} l`)
      const pen = `1 J 1 j ${num(width)} w ${colorOperands(strokeColor)} RG`
      out.push(`q ${pen} ${first} m ${line.join(' ')} S Q`)
    },
    path(d, left, top, look) {
      mark()
      out.push(...drawSvgPath(d, { x: left, y: height - top, scale: 1, ...penOf(look) }).map(String))
    },
    image(imageId, left, top, width, imageHeight) {
      mark()
      if (!imageIds.includes(imageId)) imageIds.push(imageId)
      const matrix = `${num(width)} 0 0 ${num(imageHeight)} ${num(left)} ${num(height - top - imageHeight)}`
      out.push(`q ${matrix} cm /${imageName(imageIds.indexOf(imageId))} Do Q`)
    },
    text(piece, left, baseline) {
      mark()
      fonts.add(piece.font)
      const stretches = stretchesOf(piece, isSpoken, glyphs)
      setColor(piece.style.color)
      const wanted = `/${piece.font.key} ${num(piece.size)} Tf`
      const body = `BT${wanted === type ? '' : ` ${wanted}`} ${textOperators(piece, stretches, left, height - baseline + piece.rise)} ET`
      type = wanted
      out.push([body, ...holesOf(piece, left, height - baseline + piece.rise)].join(' '))
    },
    spoken(text, paint) {
      mark()
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

/** Draws an empty box for each letter that no font contains, so that its absence is visible. */
function holesOf({ glyphs, size, style }: TextPiece, left: number, bottom: number): string[] {
  const boxes: string[] = []
  let x = left
  for (const { id, advance } of glyphs) {
    const width = (advance * size) / 1000
    const box = [x + width * 0.1, bottom, width * 0.8, size * 0.7].map(num).join(' ')
    if (id === NO_GLYPH) boxes.push(`q ${num(size * 0.06)} w ${colorOperands(style.color)} RG ${box} re S Q`)
    x += width
  }
  return boxes
}

const spanOf = (text: string) => `/Span <</ActualText ${utf16Hex(text)}>> BDC`

function textOperators(
  piece: TextPiece,
  stretches: readonly Stretch[],
  left: number,
  bottom: number,
): string {
  const slanted = piece.style.italic && !piece.font.file.italic && piece.script !== 'Arab'
  const matrix = `1 0 ${slanted ? SLANT : 0} 1 ${num(left)} ${num(bottom)} Tm`
  return `${matrix} ${glyphOperators(piece.font, stretches, piece.size)}`
}

/** Consecutive glyphs. */
interface Stretch {
  glyphs: readonly Glyph[]
  /** Their text for copying, if it differs from the glyphs' own. */
  text?: string | undefined
  /** Left edge from that of the run, in thousandths of the type size; if absent, they follow the previous stretch. */
  left?: number
}

/**
 * Returns a run in the order of the file, which is the reading order. A run from right to left is divided
 * into its letters, because programs that extract the text find such words by the positions of their letters.
 */
function stretchesOf(piece: TextPiece, isSpoken: boolean, use: GlyphUse): Stretch[] {
  if (piece.level % 2 === 1 && !isSpoken)
    return lettersFromRight(piece.glyphs).flatMap(({ body, marks, text }) => [
      {
        glyphs: [body.glyph],
        left: body.left,
        text: use.note(piece.font, [{ ...body.glyph, text }]) ? undefined : text,
      },
      // Dots and vowel signs belong to their letter's text.
      ...marks.map(({ glyph, left }) => {
        use.note(piece.font, [glyph])
        return { glyphs: [glyph], left, text: '' }
      }),
    ])
  const copies = use.note(piece.font, piece.glyphs)
  const text = piece.text.replace(DIRECTION_CONTROLS, '')
  return [{ glyphs: piece.glyphs, text: copies || isSpoken ? undefined : text }]
}

interface PlacedGlyph {
  glyph: Glyph
  /** From the left edge of its run, in thousandths of the type size. */
  left: number
}

/** A letter: the glyph that takes its width, and the marks on it. */
interface Letter {
  body: PlacedGlyph
  marks: PlacedGlyph[]
  text: string
}

function lettersFromRight(glyphs: readonly Glyph[]): Letter[] {
  const letters: PlacedGlyph[][] = []
  let left = 0
  for (const glyph of glyphs) {
    const open = glyph.text === '' ? letters.at(-1) : undefined
    if (open) open.push({ glyph, left })
    else letters.push([{ glyph, left }])
    left += glyph.advance
  }
  return letters.toReversed().flatMap((placed) => {
    const text = placed[0]?.glyph.text ?? ''
    const widest = Math.max(...placed.map(({ glyph }) => glyph.advance))
    const body = placed.find(({ glyph }) => glyph.advance === widest)
    const marks = placed
      .filter((each) => each !== body)
      .map(({ glyph, left: at }) => ({ glyph: { ...glyph, text: '' }, left: at }))
    return body ? [{ body, marks, text }] : []
  })
}

/**
 * Writes operators for consecutive glyphs. A glyph whose position or advance differs from its own width gets
 * a correction before the next one; marks above or below the baseline are raised.
 */
function glyphOperators(font: PaperFont, stretches: readonly Stretch[], size: number): string {
  const parts: string[] = []
  let array = ''
  let run = ''
  let rise = 0
  let pending = 0
  // The position of the next glyph by the advances before it.
  let at = 0
  const closeRun = () => {
    if (run !== '') array += `<${run}>`
    run = ''
  }
  const closeArray = () => {
    closeRun()
    if (array !== '') parts.push(`[${array}] TJ`)
    array = ''
  }
  const show = ({ id, advance, dx, dy }: Glyph) => {
    at += advance
    if (id === NO_GLYPH) {
      pending += advance
      return
    }
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
  for (const { glyphs, text, left = at } of stretches) {
    pending += left - at
    at = left
    if (text !== undefined) {
      closeArray()
      parts.push(spanOf(text))
    }
    for (const glyph of glyphs) show(glyph)
    if (text === undefined) continue
    closeArray()
    parts.push('EMC')
  }
  closeArray()
  // The rise stays in effect after the text object.
  if (rise !== 0) parts.push('0 Ts')
  return parts.join(' ')
}
