import type { FontSet } from '../fonts/font-set.ts'
import type { Canvas } from '../layout/canvas.ts'
import { paintPieces } from '../layout/paragraph-flow.ts'
import { textRun } from '../text/inline.ts'
import { setLines } from '../text/lines.ts'
import type { Drawing, TextMark } from './drawing.ts'
import { PAPER_INKS, tintOnPaper } from './tones.ts'

/** Draws a chart's geometry on a page as vectors, in the colours of paper. */
export function drawChart(
  canvas: Canvas,
  fonts: FontSet,
  { marks }: Drawing,
  left: number,
  top: number,
): void {
  for (const mark of marks) {
    if (mark.kind === 'text') {
      paintText(canvas, fonts, mark, left, top)
      continue
    }
    const color = PAPER_INKS[mark.ink]
    const look =
      mark.kind === 'shape'
        ? { fill: mark.share === undefined ? color : tintOnPaper(color, mark.share) }
        : { stroke: color, width: mark.width, dash: mark.dash ?? [] }
    canvas.path(mark.d, left, top, look)
  }
}

const SHARE_BEFORE = { start: 0, middle: 0.5, end: 1 } as const

function paintText(canvas: Canvas, fonts: FontSet, mark: TextMark, left: number, top: number): void {
  const { text, size, ink, anchor, isBold = false } = mark
  const run = textRun(text, { size, bold: isBold, color: PAPER_INKS[ink] })
  const [line] = setLines(fonts, [run], { width: Number.POSITIVE_INFINITY, size }).lines
  if (line) paintPieces(canvas, line, left + mark.x - line.width * SHARE_BEFORE[anchor], top + mark.y)
}
