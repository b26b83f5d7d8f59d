import { type ScaleLinear, scaleLinear } from 'd3-scale'

/** An axis of values. It holds zero: a bar that does not begin at zero lies about its size. */
export interface ValueScale {
  scale: ScaleLinear<number, number>
  /** Round numbers from the lower to the upper end; whole where all values are whole. */
  ticks: readonly number[]
}

/** The scale over all `values` from `start` (its least) to `end` (its greatest), with about `count` ticks. */
export function valueScale(values: Iterable<number>, start: number, end: number, count: number): ValueScale {
  const { least, most, isWhole } = extentOf(values)
  const domain: [number, number] = least === most ? [0, 1] : [least, most]
  const scale = scaleLinear().domain(domain).nice(count).range([start, end])
  const ticks = scale.ticks(count)
  return { scale, ticks: isWhole ? ticks.filter(Number.isInteger) : ticks }
}

function extentOf(values: Iterable<number>) {
  let least = 0
  let most = 0
  let isWhole = true
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
    isWhole = isWhole && Number.isInteger(value)
  }
  return { least, most, isWhole }
}
