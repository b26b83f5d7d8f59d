import { toneOf } from './bars.ts'
import type { BarListSpec, ChartFrame } from './chart-spec.ts'
import { at, type Box, boxPath, type Drawing, type Mark } from './drawing.ts'
import { TYPE_SIZE } from './plot.ts'
import { cutText } from './text-width.ts'
import { formatValue } from './unit.ts'
import { type ValueScale, valueScale } from './value-scale.ts'

const SIZE = TYPE_SIZE + 1
const GAP = 8
const BAR = 14
/** Height of a row; in a narrow chart the name is above its bar. */
const ROW = 26
const NARROW_ROW = 40
const NARROW = 340
/** The largest share of the width for names. */
const NAME_SHARE = 0.4

interface ListFrame {
  isNarrow: boolean
  row: number
  nameWidth: number
  values: ValueScale
}

/**
 * Lays out horizontal bars below each other: name, bar from zero, number. The height follows from the rows;
 * the frame's height is not used.
 */
export function layOutBarList(spec: BarListSpec, frame: ChartFrame): Drawing {
  const { items } = spec
  const measured = measure(spec, frame)
  return {
    width: frame.width,
    height: items.length * measured.row,
    marks: items.flatMap((_, index) => rowMarks(spec, frame, measured, index)),
    cells: {
      columns: 1,
      rows: items.length,
      isList: true,
      boxOf: ({ row }) => ({ x: 0, y: row * measured.row, width: frame.width, height: measured.row }),
      nearest: (_, y) => ({
        column: 0,
        row: Math.max(0, Math.min(items.length - 1, Math.floor(y / measured.row))),
      }),
    },
  }
}

function measure({ items, unit }: BarListSpec, { width, textWidth }: ChartFrame): ListFrame {
  const isNarrow = width < NARROW
  const widest = (texts: readonly string[]) =>
    texts.reduce((most, text) => Math.max(most, textWidth(text, SIZE)), 0)
  const named = Math.min(widest(items.map(({ label }) => label)), width * NAME_SHARE)
  const nameWidth = isNarrow ? 0 : named + GAP
  const numbers = widest(items.map(({ value }) => formatValue(value, unit))) + GAP
  // A bar below zero has its number on its left.
  const isSigned = items.some(({ value }) => value < 0)
  const start = nameWidth + (isSigned ? numbers : 0)
  const values = valueScale(
    items.map(({ value }) => value),
    start,
    Math.max(start + 1, width - numbers),
    4,
  )
  // This chart has no ticks, so the longest bar takes the whole width.
  const reach = [0, ...items.map(({ value }) => value)]
  const [least, most] = [Math.min(...reach), Math.max(...reach)]
  values.scale.domain(least === most ? [0, 1] : [least, most])
  return { isNarrow, row: isNarrow ? NARROW_ROW : ROW, nameWidth, values }
}

function rowMarks(spec: BarListSpec, frame: ChartFrame, list: ListFrame, index: number): Mark[] {
  const item = spec.items[index]
  if (!item) return []
  const top = index * list.row + (list.isNarrow ? SIZE + 6 : (ROW - BAR) / 2)
  const bar = barOf(list, item.value, top)
  const isBelow = item.value < 0
  const nameRoom = list.isNarrow ? frame.width : list.nameWidth - GAP
  const baseline = top + BAR / 2 + SIZE * 0.35
  return [
    {
      kind: 'text',
      x: 0,
      y: list.isNarrow ? index * list.row + SIZE + 2 : baseline,
      text: cutText(item.label, SIZE, nameRoom, frame.textWidth),
      anchor: 'start',
      ink: 'text',
      size: SIZE,
    },
    item.value === 0
      ? { kind: 'line', d: `M${at(bar.x)} ${at(top)}v${BAR}`, ink: 'quiet', width: 1 }
      : { kind: 'shape', d: boxPath(bar), ink: toneOf(item, spec.tone) },
    {
      kind: 'text',
      x: isBelow ? bar.x - GAP / 2 : bar.x + bar.width + GAP / 2,
      y: baseline,
      text: formatValue(item.value, spec.unit),
      anchor: isBelow ? 'end' : 'start',
      ink: 'text',
      size: SIZE,
    },
  ]
}

function barOf({ values }: ListFrame, value: number, top: number): Box {
  const [zero, end] = [values.scale(0), values.scale(value)]
  return { x: Math.min(zero, end), y: top, width: Math.abs(end - zero), height: BAR }
}
