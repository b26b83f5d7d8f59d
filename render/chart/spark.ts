import { line } from 'd3-shape'
import { decimate } from './decimate.ts'
import { at, type Drawing, type Mark, NO_CELLS } from './drawing.ts'
import type { Tone } from './tones.ts'
import { valueScale } from './value-scale.ts'

const DOT = 5

/** Lays out a small line without axes, from zero, with a dot at its last value, for use beside a number. */
export function layOutSpark(
  values: readonly (number | null)[],
  { width, height, tone = 'accent' }: { width: number; height: number; tone?: Tone | undefined },
): Drawing {
  const numbers = values.filter((value) => value !== null)
  const { scale } = valueScale(numbers, height - DOT / 2, DOT / 2, 2)
  const step = (width - DOT) / Math.max(1, values.length - 1)
  const xOf = (index: number) => DOT / 2 + step * index
  const yOf = (index: number) => scale(values[index] ?? 0)
  const isThere = (index: number) => (values[index] ?? null) !== null
  const places = decimate(values, width)
  const path = line<number>(xOf, yOf).defined(isThere).digits(2)(places)
  const last = values.findLastIndex((value) => value !== null)
  const marks: Mark[] = [{ kind: 'line', d: path ?? '', ink: tone, width: 1.5 }]
  if (last >= 0)
    marks.push({ kind: 'line', d: `M${at(xOf(last))} ${at(yOf(last))}h0`, ink: tone, width: DOT })
  return { width, height, marks, cells: NO_CELLS }
}
