import type { BarsSpec, ChartFrame, ChartItem } from './chart-spec.ts'
import { decimate } from './decimate.ts'
import { type Box, boxPath, type Drawing, type Mark, type TextMark } from './drawing.ts'
import { openPlot, type Plot, placeAt, placeBox, TYPE_SIZE } from './plot.ts'
import { TONES, type Tone } from './tones.ts'
import { formatShort } from './unit.ts'

/** The share of a place's width that its bar takes. */
export const BAR_SHARE = 0.72
export const BAR_MOST = 64
/** Numbers are above the bars if each fits; the tooltip and the table always have them. */
const NUMBER_GAP = 4

/** Lays out upright bars from zero, with their numbers above them if they fit. */
export function layOutBars(spec: BarsSpec, frame: ChartFrame): Drawing {
  const { items, unit } = spec
  const plot = openPlot({
    frame,
    unit,
    values: items.map(({ value }) => value),
    labels: items.map(({ label }) => label),
    head: TYPE_SIZE,
  })
  return {
    width: frame.width,
    height: frame.height,
    marks: [...plot.marks, ...barMarks(spec, plot), ...numberMarks(spec, plot, frame)],
    cells: {
      columns: items.length,
      rows: 1,
      boxOf: (cell) => placeBox(plot, cell),
      endOf: ({ column }) => ({
        x: plot.middleOf(column),
        y: barBox(plot, column, 0, items[column]?.value ?? 0).y,
      }),
      nearest: (x) => ({ column: placeAt(plot, x, items.length), row: 0 }),
    },
  }
}

/** Returns the box of a bar from zero to `value`. */
export function barBox(plot: Plot, index: number, from: number, to: number): Box {
  const width = Math.min(BAR_MOST, plot.step * BAR_SHARE)
  const [a, b] = [plot.values.scale(from), plot.values.scale(to)]
  return {
    x: plot.middleOf(index) - width / 2,
    y: Math.min(a, b),
    width,
    height: Math.abs(a - b),
  }
}

/** Makes one path for each colour, so that hundreds of bars are a few elements. */
function barMarks({ items, tone }: BarsSpec, plot: Plot): Mark[] {
  const paths = new Map<Tone, string[]>()
  const drawn = decimate(
    items.map(({ value }) => value),
    plot.area.width,
  )
  for (const index of drawn) {
    const item = items[index]
    if (!item || item.value === 0) continue
    const ink = toneOf(item, tone)
    const path = paths.get(ink) ?? []
    path.push(boxPath(barBox(plot, index, 0, item.value)))
    paths.set(ink, path)
  }
  return TONES.flatMap((ink) => {
    const path = paths.get(ink)
    return path ? [{ kind: 'shape', d: path.join(''), ink } as const] : []
  })
}

export const toneOf = (item: ChartItem, tone: Tone | undefined): Tone => item.tone ?? tone ?? 'accent'

function numberMarks({ items, unit }: BarsSpec, plot: Plot, frame: ChartFrame): Mark[] {
  const numbers = items.map(({ value }) => formatShort(value, unit))
  return numbersAbove(plot, frame, numbers, (index) => items[index]?.value ?? 0)
}

/**
 * Returns the numbers over bars, or none if one of them is wider than its place. `endOf` is the end of a
 * bar's value.
 */
export function numbersAbove(
  plot: Plot,
  { textWidth }: ChartFrame,
  numbers: readonly string[],
  endOf: (index: number) => number,
): Mark[] {
  if (numbers.length > plot.area.width / TYPE_SIZE) return []
  const widest = Math.max(0, ...numbers.map((text) => textWidth(text, TYPE_SIZE)))
  if (widest + NUMBER_GAP > plot.step) return []
  return numbers.map((text, index): TextMark => {
    const end = endOf(index)
    const y = plot.values.scale(end) + (end < 0 ? TYPE_SIZE + NUMBER_GAP : -NUMBER_GAP)
    return {
      kind: 'text',
      x: plot.middleOf(index),
      y,
      text,
      anchor: 'middle',
      ink: 'text',
      size: TYPE_SIZE,
    }
  })
}
