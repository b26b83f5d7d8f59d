import type { ChartFrame, ChartSeries } from './chart-spec.ts'
import { at, boxPath, type Mark } from './drawing.ts'
import { hatchAt, hatchPath } from './hatch.ts'
import { TYPE_SIZE } from './plot.ts'
import { type Tone, toneAt } from './tones.ts'

const SWATCH = 12
const ROW = 18
const GAP = 16

/** Dashes distinguish lines whose colours are alike. */
const DASHES: readonly (readonly number[])[] = [[], [7, 3], [2, 3], [10, 3, 2, 3]]
export const dashAt = (index: number): readonly number[] => DASHES[index % DASHES.length] ?? []

export interface Legend {
  marks: readonly Mark[]
  height: number
}

export const toneOfSeries = (series: ChartSeries | undefined, index: number): Tone =>
  series?.tone ?? toneAt(index)

/**
 * Lays out the names of the series in rows, each after a sample of its colour and hatch, or of its line; none
 * for one series.
 */
export function layOutLegend(
  series: readonly ChartSeries[],
  { width, textWidth }: ChartFrame,
  look: 'parts' | 'lines',
): Legend {
  if (series.length < 2) return { marks: [], height: 0 }
  let [x, y] = [0, 0]
  const marks: Mark[] = []
  for (const [index, one] of series.entries()) {
    const room = SWATCH + 6 + textWidth(one.label, TYPE_SIZE) + GAP
    if (x > 0 && x + room - GAP > width) [x, y] = [0, y + ROW]
    marks.push(...(look === 'parts' ? partSample : lineSample)(one, index, x, y))
    marks.push({
      kind: 'text',
      x: x + SWATCH + 6,
      y: y + TYPE_SIZE,
      text: one.label,
      anchor: 'start',
      ink: 'text',
      size: TYPE_SIZE,
    })
    x += room
  }
  return { marks, height: y + ROW }
}

function partSample(series: ChartSeries, index: number, x: number, y: number): Mark[] {
  const box = { x, y: y + 1, width: SWATCH, height: SWATCH }
  return [
    { kind: 'shape', d: boxPath(box), ink: toneOfSeries(series, index) },
    ...hatchMarks(hatchPath(box, hatchAt(index))),
  ]
}

/** Returns hatches as lines in the colour of the surface. */
export const hatchMarks = (d: string): Mark[] =>
  d === '' ? [] : [{ kind: 'line', d, ink: 'ground', width: 1.2 }]

function lineSample(series: ChartSeries, index: number, x: number, y: number): Mark[] {
  return [
    {
      kind: 'line',
      d: `M${at(x)} ${at(y + TYPE_SIZE * 0.65)}h${SWATCH}`,
      ink: toneOfSeries(series, index),
      width: 2,
      dash: dashAt(index),
    },
  ]
}
