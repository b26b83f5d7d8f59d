import type { Align } from '../blocks/block.ts'
import type { WritingDirection } from '../text/bidi.ts'
import { isSpace, type Line } from '../text/lines.ts'
import type { Piece } from '../text/pieces.ts'
import type { Canvas } from './canvas.ts'
import type { Flow } from './flow.ts'
import type { Tag } from './tag.ts'

export interface ParagraphLook {
  width: number
  align: Align
  direction: WritingDirection
  before: number
  after: number
  keepWithNext: boolean
  /** Its role in the paper's structure. */
  tag: Tag
}

/** The fewest lines of a paragraph at the foot and at the head of a page. */
const ORPHANS = 2
const WIDOWS = 2

/** Returns lines of text as a flow; three lines or fewer stay together. */
export function paragraphFlow(lines: readonly Line[], look: ParagraphLook): Flow {
  const tops = topsOf(lines)
  const heightOf = (count: number) => tops[count] ?? 0
  const height = heightOf(lines.length)
  const divides = lines.length >= ORPHANS + WIDOWS
  return {
    height,
    baseline: lines[0]?.ascent,
    before: look.before,
    after: look.after,
    keepWithNext: look.keepWithNext,
    lead: divides ? heightOf(ORPHANS) : height,
    split(available, force) {
      let count = tops.findLastIndex((top, index) => top <= available && index < lines.length)
      if (divides) count = Math.min(count, lines.length - WIDOWS)
      if (force) count = Math.max(count, 1)
      else if (!divides || count < ORPHANS) return undefined
      if (count >= lines.length) return undefined
      return {
        head: paragraphFlow(lines.slice(0, count), { ...look, keepWithNext: false }),
        tail: paragraphFlow(lines.slice(count), look),
      }
    },
    paint(canvas, left, top) {
      canvas.within(look.tag, () => {
        for (const [index, line] of lines.entries())
          paintLine(canvas, line, look, left, top + heightOf(index) + line.ascent)
      })
    },
  }
}

/** Returns the upper edge of each line and, last, the lower edge of all. */
function topsOf(lines: readonly Line[]): number[] {
  const tops = [0]
  for (const { ascent, descent } of lines) tops.push((tops.at(-1) ?? 0) + ascent + descent)
  return tops
}

function paintLine(canvas: Canvas, line: Line, look: ParagraphLook, left: number, baseline: number) {
  const slack = Math.max(0, look.width - line.width)
  const stretch = look.align === 'justify' && !line.isLast && line.gaps > 0 ? slack / line.gaps : 0
  paintPieces(canvas, line, left + (stretch > 0 ? 0 : slack * shareBefore(look)), baseline, stretch)
}

/** Paints a line from `left`, its spaces widened by `stretch`. */
export function paintPieces(canvas: Canvas, line: Line, left: number, baseline: number, stretch = 0) {
  const widths = line.pieces.map((piece) => piece.width + (isSpace(piece) ? stretch : 0))
  const edges = widths.reduce((all, width) => [...all, (all.at(-1) ?? left) + width], [left])
  // In reading order, so that programs extract the words from the file in that order.
  const paint = (from: number, to: number) => {
    for (const at of line.reading.slice(from, to)) {
      const piece = line.pieces[at]
      if (piece) paintDecorated(canvas, piece, edges[at] ?? left, baseline, widths[at] ?? 0)
    }
  }
  let at = 0
  for (const { from, to, text } of line.spoken) {
    paint(at, from)
    canvas.spoken(text, () => paint(from, to))
    at = to
  }
  paint(at, line.pieces.length)
}

/** Returns the share of a line's free space that is on its left. */
function shareBefore({ align, direction }: ParagraphLook): number {
  if (align === 'center') return 0.5
  if (align === 'right') return 1
  if (align === 'left') return 0
  return (direction === 'rtl') === (align !== 'end') ? 1 : 0
}

/** The description of a picture without its own. */
const IMAGE = 'Image'

function paintDecorated(canvas: Canvas, piece: Piece, left: number, baseline: number, width: number) {
  if (piece.kind === 'image') {
    canvas.within({ role: 'Figure', alt: piece.alt || IMAGE }, () =>
      canvas.image(piece.imageId, left, baseline - piece.height, piece.width, piece.height),
    )
    return
  }
  const { size, rise, style } = piece
  const ground = baseline - rise
  const thickness = size * 0.055
  if (style.highlight) canvas.fill(left, ground - size, width, size * 1.25, style.highlight)
  canvas.text(piece, left, baseline)
  if (style.underline) canvas.fill(left, ground + size * 0.1, width, thickness, style.color)
  if (style.strike) canvas.fill(left, ground - size * 0.3, width, thickness, style.color)
}
