import { type ScaleLinear, scaleLinear } from 'd3-scale'

/** An axis of values. It includes zero, because a bar that does not begin at zero shows a wrong size. */
export interface ValueScale {
  scale: ScaleLinear<number, number>
  /** Round numbers from the lower to the upper end; whole if all values are whole. */
  ticks: readonly number[]
}

/** The kind of round numbers: powers of ten, or the hours of a clock for minutes. */
export type Rounding = 'tens' | 'clock'

/** Returns the scale over all `values` from `start` (its least) to `end` (its greatest), with about `count` ticks. */
export function valueScale(
  values: Iterable<number>,
  start: number,
  end: number,
  count: number,
  rounding: Rounding = 'tens',
): ValueScale {
  const { least, most, isWhole } = extentOf(values)
  const domain: [number, number] = least === most ? [0, 1] : [least, most]
  const step = rounding === 'clock' ? clockStep(domain[1] - domain[0], count) : undefined
  const scale = scaleLinear().range([start, end])
  if (step !== undefined) {
    const [first, last] = [Math.floor(domain[0] / step), Math.ceil(domain[1] / step)]
    const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
    return { scale: scale.domain([first * step, last * step]), ticks }
  }
  const ticks = scale.domain(domain).nice(count).ticks(count)
  return { scale, ticks: isWhole ? ticks.filter(Number.isInteger) : ticks }
}

const HOUR = 60
const CLOCK_STEPS = [5, 10, 15, 30, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR]

/**
 * Returns the finest step in minutes that needs no more than `count` lines; undefined beyond days and below
 * minutes.
 */
function clockStep(range: number, count: number): number | undefined {
  if (range < 5) return undefined
  return CLOCK_STEPS.find((step) => range / step <= count)
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
