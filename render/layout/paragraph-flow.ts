import type { Align } from '../blocks/block.ts'
import type { WritingDirection } from '../text/bidi.ts'
import { isSpace, type Line } from '../text/lines.ts'
import type { Piece, TextPiece } from '../text/pieces.ts'
import { type Canvas, paintPiece } from './canvas.ts'
import type { Flow } from './flow.ts'

export interface ParagraphLook {
  width: number
  align: Align
  direction: WritingDirection
  before: number
  after: number
  keepWithNext: boolean
}

/** Fewest lines of a paragraph at the foot and at the head of a page. */
const ORPHANS = 2
const WIDOWS = 2

/** Lines of text as a flow; three lines or fewer stay together. */
export function paragraphFlow(lines: readonly Line[], look: ParagraphLook): Flow {
  const heights = lines.map((line) => line.ascent + line.descent)
  const heightOf = (count: number) => heights.slice(0, count).reduce((sum, height) => sum + height, 0)
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
      let count = lines.length - 1
      while (count > 0 && heightOf(count) > available) count--
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
      let y = top
      for (const [index, line] of lines.entries()) {
        paintLine(canvas, line, look, left, y + line.ascent)
        y += heights[index] ?? 0
      }
    },
  }
}

function paintLine(canvas: Canvas, line: Line, look: ParagraphLook, left: number, baseline: number) {
  const slack = Math.max(0, look.width - line.width)
  const stretch = look.align === 'justify' && !line.isLast && line.gaps > 0 ? slack / line.gaps : 0
  let x = left + (stretch > 0 ? 0 : slack * shareBefore(look))
  for (const piece of line.pieces) {
    const width = piece.width + (isSpace(piece) ? stretch : 0)
    if (piece.kind === 'text') paintHighlight(canvas, piece, x, baseline, width)
    paintPiece(canvas, piece, x, baseline)
    if (piece.kind === 'text') paintStrokes(canvas, piece, x, baseline, width)
    x += width
  }
}

/** How much of a line's free room stands to its left. */
function shareBefore({ align, direction }: ParagraphLook): number {
  if (align === 'center') return 0.5
  if (align === 'right') return 1
  if (align === 'left') return 0
  return (direction === 'rtl') === (align !== 'end') ? 1 : 0
}

function paintHighlight(canvas: Canvas, piece: TextPiece, left: number, baseline: number, width: number) {
  if (!piece.style.highlight) return
  const top = baseline - piece.rise - piece.size
  canvas.fill(left, top, width, piece.size * 1.25, piece.style.highlight)
}

function paintStrokes(canvas: Canvas, piece: Piece, left: number, baseline: number, width: number) {
  if (piece.kind !== 'text') return
  const thickness = piece.size * 0.055
  const at = baseline - piece.rise
  if (piece.style.underline) canvas.fill(left, at + piece.size * 0.1, width, thickness, piece.style.color)
  if (piece.style.strike) canvas.fill(left, at - piece.size * 0.3, width, thickness, piece.style.color)
}
