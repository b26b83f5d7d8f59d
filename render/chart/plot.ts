import type { ChartFrame } from './chart-spec.ts'
import { at, type Box, type Cell, type Mark } from './drawing.ts'
import { formatTick, type Unit } from './unit.ts'
import { type ValueScale, valueScale } from './value-scale.ts'

export const TYPE_SIZE = 11
/** The least distance between two horizontal lines of the grid. */
const TICK_ROOM = 44
const LABEL_ROOM = 24
const TICK_GAP = 8
const LABEL_GAP = 12

/** The area of a chart with an axis: places from left to right, values upwards from zero. */
export interface Plot {
  area: Box
  values: ValueScale
  /** Width of one place. */
  step: number
  /** Returns the middle of the place at `index`. */
  middleOf: (index: number) => number
  /** Grid, ticks and labels, to be drawn before the data. */
  marks: readonly Mark[]
}

export interface PlotInput {
  frame: ChartFrame
  unit: Unit
  /** All values that the axis must cover. */
  values: Iterable<number>
  labels: readonly string[]
  /** Height of the parts above the plot: legend, numbers of the tallest bars. */
  head: number
}

/** Measures the axes of a chart. Labels that would touch are omitted evenly; ticks cover all values and zero. */
export function openPlot({ frame, unit, values, labels, head }: PlotInput): Plot {
  const bottom = frame.height - LABEL_ROOM
  const top = Math.min(head + TYPE_SIZE, bottom - 1)
  const count = Math.max(2, Math.floor((bottom - top) / TICK_ROOM))
  const measured = valueScale(values, bottom, top, count, unit.kind === 'minutes' ? 'clock' : 'tens')
  const widths = measured.ticks.map((tick) => frame.textWidth(formatTick(tick, unit), TYPE_SIZE))
  const left = Math.min(frame.width / 2, Math.max(...widths) + TICK_GAP)
  const area = { x: left, y: top, width: Math.max(1, frame.width - left), height: bottom - top }
  const step = area.width / Math.max(1, labels.length)
  const middleOf = (index: number) => area.x + step * (index + 0.5)
  return {
    area,
    values: measured,
    step,
    middleOf,
    marks: [
      ...gridMarks(measured, area, unit),
      ...labelMarks(labels, frame, step, middleOf, bottom + TYPE_SIZE + 6),
    ],
  }
}

function gridMarks({ scale, ticks }: ValueScale, area: Box, unit: Unit): Mark[] {
  return ticks.flatMap((tick): Mark[] => {
    const y = scale(tick)
    return [
      {
        kind: 'line',
        d: `M${at(area.x)} ${at(y)}H${at(area.x + area.width)}`,
        ink: tick === 0 ? 'quiet' : 'grid',
        width: 1,
      },
      {
        kind: 'text',
        x: area.x - TICK_GAP / 2,
        y: y + TYPE_SIZE * 0.35,
        text: formatTick(tick, unit),
        anchor: 'end',
        ink: 'quiet',
        size: TYPE_SIZE,
      },
    ]
  })
}

function labelMarks(
  labels: readonly string[],
  { textWidth, width }: ChartFrame,
  step: number,
  middleOf: (index: number) => number,
  y: number,
): Mark[] {
  const every = labelStep(labels, step, textWidth)
  const marks: Mark[] = []
  for (let index = 0; index < labels.length; index += every) {
    const text = labels[index] ?? ''
    const half = textWidth(text, TYPE_SIZE) / 2
    // A label at an end of the axis is moved inside, not cut.
    const x = Math.max(half, Math.min(width - half, middleOf(index)))
    marks.push({ kind: 'text', x, y, text, anchor: 'middle', ink: 'quiet', size: TYPE_SIZE })
  }
  return marks
}

/** Returns how many places share one label. In long series only some labels are measured, because they are alike. */
function labelStep(labels: readonly string[], step: number, textWidth: ChartFrame['textWidth']): number {
  const sample = labels.length > 400 ? labels.filter((_, index) => index % 97 === 0) : labels
  const widest = sample.reduce((most, label) => Math.max(most, textWidth(label, TYPE_SIZE)), 0)
  return Math.max(1, Math.ceil((widest + LABEL_GAP) / step))
}

/** Returns the place at the pointer's position `x`. */
export function placeAt({ area, step }: Plot, x: number, places: number): number {
  return Math.max(0, Math.min(places - 1, Math.floor((x - area.x) / step)))
}

/** Returns the whole height of a place, which is marked if its values are too small to hit. */
export const placeBox = ({ area, step }: Plot, { column }: Cell): Box => ({
  x: area.x + step * column,
  y: area.y,
  width: step,
  height: area.height,
})
