import type { ChartBlock } from '../blocks/block.ts'
import { drawChart } from '../chart/draw-chart.ts'
import { layOutChart } from '../chart/lay-out-chart.ts'
import type { FontSet } from '../fonts/font-set.ts'
import { textRun } from '../text/inline.ts'
import { measureText } from '../text/lines.ts'
import type { Flow } from './flow.ts'

/** A chart as vectors, with its words measured in the paper's own fonts. */
export function chartFlow(fonts: FontSet, { chart, height }: ChartBlock, width: number): Flow {
  const textWidth = (text: string, size: number) => measureText(fonts, [textRun(text, { size })]).most
  const drawing = layOutChart(chart, { width, height, textWidth })
  return {
    height: drawing.height,
    before: 4,
    after: 8,
    keepWithNext: false,
    lead: drawing.height,
    split: () => undefined,
    paint: (canvas, left, top) => drawChart(canvas, fonts, drawing, left, top),
  }
}
