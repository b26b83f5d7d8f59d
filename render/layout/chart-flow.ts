import type { ChartBlock } from '../blocks/block.ts'
import type { ChartSpec } from '../chart/chart-spec.ts'
import { chartTable } from '../chart/chart-table.ts'
import { drawChart } from '../chart/draw-chart.ts'
import { layOutChart } from '../chart/lay-out-chart.ts'
import type { FontSet } from '../fonts/font-set.ts'
import { textRun } from '../text/inline.ts'
import { measureText } from '../text/lines.ts'
import type { Flow } from './flow.ts'
import type { Tag } from './tag.ts'

/** Returns a chart as vectors, with its words measured in the paper's own fonts. */
export function chartFlow(fonts: FontSet, { title, chart, height }: ChartBlock, width: number): Flow {
  const textWidth = (text: string, size: number) => measureText(fonts, [textRun(text, { size })]).most
  const drawing = layOutChart(chart, { width, height, textWidth })
  const tag: Tag = { role: 'Figure', alt: altOf(title, chart) }
  return {
    height: drawing.height,
    before: 4,
    after: 8,
    keepWithNext: false,
    lead: drawing.height,
    split: () => undefined,
    paint: (canvas, left, top) => canvas.within(tag, () => drawChart(canvas, fonts, drawing, left, top)),
  }
}

/** The most places that are described one by one. */
const TOLD_MAX = 60

/** Returns the values of a chart in words. */
function altOf(title: string, chart: ChartSpec): string {
  const { columns, rows } = chartTable(chart, '', TOLD_MAX)
  const lines = rows.map(({ label, values }) => {
    const said = values.map((value, at) => [columns[at], value].filter(Boolean).join(' '))
    return `${label}: ${said.filter((each) => each !== '').join(', ')}`
  })
  return [title, ...lines].join('; ')
}
