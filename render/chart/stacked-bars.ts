import { stack, stackOffsetDiverging } from 'd3-shape'
import { barBox, numbersAbove } from './bars.ts'
import type { ChartFrame, StackedSpec } from './chart-spec.ts'
import { type Box, boxPath, type Drawing, type Mark } from './drawing.ts'
import { hatchAt, hatchPath } from './hatch.ts'
import { hatchMarks, layOutLegend, toneOfSeries } from './legend.ts'
import { openPlot, type Plot, placeAt, placeBox, TYPE_SIZE } from './plot.ts'
import { formatShort } from './unit.ts'

/** Start and end of each part: `parts[series][group]`. */
type Parts = readonly (readonly (readonly [from: number, to: number])[])[]

/**
 * Lays out upright bars of several parts from zero; negative parts are below zero. The sum is above the bar
 * if it fits.
 */
export function layOutStackedBars(spec: StackedSpec, frame: ChartFrame): Drawing {
  const { groups, series, unit } = spec
  const legend = layOutLegend(series, frame, 'parts')
  const parts = partsOf(spec)
  const plot = openPlot({
    frame,
    unit,
    values: parts.flat(2),
    labels: groups.map(({ label }) => label),
    head: legend.height + TYPE_SIZE,
  })
  const boxAt = (group: number, row: number): Box => {
    const [from, to] = parts[row]?.[group] ?? [0, 0]
    return barBox(plot, group, from, to)
  }
  return {
    width: frame.width,
    height: frame.height,
    marks: [...plot.marks, ...legend.marks, ...partMarks(spec, boxAt), ...sumMarks(spec, parts, plot, frame)],
    cells: {
      columns: groups.length,
      rows: series.length,
      boxOf: (cell) => (series.length > 1 ? boxAt(cell.column, cell.row) : placeBox(plot, cell)),
      nearest: (x, y) => {
        const column = placeAt(plot, x, groups.length)
        return { column, row: nearestPart(series.length, y, (row) => boxAt(column, row)) }
      },
    },
  }
}

function partsOf({ groups, series }: StackedSpec): Parts {
  const stacked = stack<(typeof groups)[number], number>()
    .keys(series.map((_, index) => index))
    .value((group, index) => group.values[index] ?? 0)
    .offset(stackOffsetDiverging)
  return stacked([...groups]).map((one) => one.map(([from, to]) => [from, to] as const))
}

function partMarks({ groups, series }: StackedSpec, boxAt: (group: number, row: number) => Box): Mark[] {
  return series.flatMap((one, row): Mark[] => {
    const boxes = groups.map((_, group) => boxAt(group, row)).filter(({ height }) => height > 0)
    if (boxes.length === 0) return []
    const hatch = boxes.map((box) => hatchPath(box, hatchAt(row))).join('')
    return [
      { kind: 'shape', d: boxes.map(boxPath).join(''), ink: toneOfSeries(one, row) },
      ...hatchMarks(hatch),
    ]
  })
}

function sumMarks({ groups, unit }: StackedSpec, parts: Parts, plot: Plot, frame: ChartFrame): Mark[] {
  const sums = groups.map(({ values }) => values.reduce((sum, value) => sum + value, 0))
  const topOf = (group: number) => Math.max(0, ...parts.map((part) => part[group]?.[1] ?? 0))
  return numbersAbove(
    plot,
    frame,
    sums.map((sum) => formatShort(sum, unit)),
    topOf,
  )
}

/** Returns the part at `y`, otherwise the nearest one; a pointer never selects a part without height. */
function nearestPart(count: number, y: number, boxOf: (row: number) => Box): number {
  let found = 0
  let least = Number.POSITIVE_INFINITY
  for (let row = 0; row < count; row++) {
    const box = boxOf(row)
    const distance = Math.max(box.y - y, y - box.y - box.height, 0)
    if (box.height > 0 && distance < least) [found, least] = [row, distance]
  }
  return found
}
