import { area, line } from 'd3-shape'
import type { ChartFrame, LineSpec } from './chart-spec.ts'
import { decimate } from './decimate.ts'
import { at, type Box, type Cell, type Drawing, type Mark } from './drawing.ts'
import { dashAt, layOutLegend, toneOfSeries } from './legend.ts'
import { openPlot, type Plot, placeAt, placeBox } from './plot.ts'

const AREA_SHARE = 0.16
/** Values at least this far apart get a dot each. */
const DOT_ROOM = 14
const DOT = 6
const POINTER = 10

/** Lays out lines over common places, from zero; gaps stay open. Long series keep their peaks (decimate.ts). */
export function layOutLine(spec: LineSpec, frame: ChartFrame): Drawing {
  const { points, series, unit } = spec
  const legend = layOutLegend(series, frame, 'lines')
  const plot = openPlot({
    frame,
    unit,
    values: numbersOf(spec),
    labels: points.map(({ label }) => label),
    head: legend.height,
  })
  const valueAt = ({ column, row }: Cell) => points[column]?.values[row] ?? null
  return {
    width: frame.width,
    height: frame.height,
    marks: [...plot.marks, ...legend.marks, ...series.flatMap((_, row) => seriesMarks(spec, plot, row))],
    cells: {
      columns: points.length,
      rows: series.length,
      boxOf: (cell) => pointBox(plot, cell, valueAt(cell)),
      nearest: (x, y) => {
        const column = placeAt(plot, x, points.length)
        return { column, row: nearestLine(plot, series.length, y, (row) => valueAt({ column, row })) }
      },
    },
  }
}

function* numbersOf({ points }: LineSpec): Iterable<number> {
  for (const { values } of points) for (const value of values) if (value !== null) yield value
}

function seriesMarks(spec: LineSpec, plot: Plot, row: number): Mark[] {
  const values = spec.points.map((point) => point.values[row] ?? null)
  const places = decimate(values, plot.area.width)
  const ink = toneOfSeries(spec.series[row], row)
  const isThere = (index: number) => (values[index] ?? null) !== null
  const yOf = (index: number) => plot.values.scale(values[index] ?? 0)
  const path = line<number>(plot.middleOf, yOf).defined(isThere).digits(2)(places) ?? ''
  const dots =
    plot.step >= DOT_ROOM
      ? places.filter(isThere).map((index) => dotAt(plot.middleOf(index), yOf(index)))
      : []
  const marks: Mark[] = []
  if (spec.isArea) {
    const filled = area<number>(plot.middleOf, plot.values.scale(0), yOf).defined(isThere).digits(2)
    marks.push({ kind: 'shape', d: filled(places) ?? '', ink, share: AREA_SHARE })
  }
  marks.push({ kind: 'line', d: path, ink, width: 2, dash: dashAt(row) })
  if (dots.length > 0) marks.push({ kind: 'line', d: dots.join(''), ink, width: DOT })
  return marks
}

/** Returns a line of no length, which is a dot if its ends are round. */
const dotAt = (x: number, y: number) => `M${at(x)} ${at(y)}L${at(x)} ${at(y)}`

/** Returns the box of a point; a gap has no point, so its whole place is marked. */
function pointBox(plot: Plot, cell: Cell, value: number | null): Box {
  if (value === null) return placeBox(plot, cell)
  const [x, y] = [plot.middleOf(cell.column), plot.values.scale(value)]
  return { x: x - POINTER / 2, y: y - POINTER / 2, width: POINTER, height: POINTER }
}

function nearestLine(plot: Plot, rows: number, y: number, valueOf: (row: number) => number | null): number {
  let found = 0
  let least = Number.POSITIVE_INFINITY
  for (let row = 0; row < rows; row++) {
    const value = valueOf(row)
    const distance = value === null ? Number.POSITIVE_INFINITY : Math.abs(plot.values.scale(value) - y)
    if (distance < least) [found, least] = [row, distance]
  }
  return found
}
