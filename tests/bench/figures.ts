/** One figure of the benchmark: the measurement, its result and the limit. */
export interface Figure {
  name: string
  value: string
  control: string
  limit: string
  ok: boolean
}

/** Median and 95th percentile of a run, in milliseconds. */
export interface Timing {
  median: number
  p95: number
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export function timingOf(samples: readonly number[]): Timing {
  const sorted = samples.toSorted((a, b) => a - b)
  return { median: at(sorted, 0.5), p95: at(sorted, 0.95) }
}

/**
 * Measures two things in turn, A B A B …, so that changes of the machine's speed affect both alike; warm-ups
 * are not counted.
 */
export async function timeInTurn(
  a: () => Promise<unknown>,
  b: () => Promise<unknown>,
  { warmup = 10, runs = 100 } = {},
): Promise<{ a: Timing; b: Timing; ratio: number }> {
  const times: { a: number[]; b: number[] } = { a: [], b: [] }
  for (let run = -warmup; run < runs; run++)
    for (const [name, work] of [
      ['a', a],
      ['b', b],
    ] as const) {
      const began = performance.now()
      await work()
      if (run >= 0) times[name].push(performance.now() - began)
    }
  const [first, second] = [timingOf(times.a), timingOf(times.b)]
  return { a: first, b: second, ratio: first.median / second.median }
}

/** Returns the median of five runs that each give one number. */
export async function medianOfFive(run: () => Promise<number>): Promise<number> {
  await run()
  const values: number[] = []
  for (let i = 0; i < 5; i++) values.push(await run())
  return timingOf(values).median
}

export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`

/** Returns the figures as the table of docs/benchmarks.md. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(
    (one) => `| ${one.name} | ${one.value} | ${one.control} | ${one.limit} | ${one.ok ? 'yes' : 'no'} |`,
  )
  return [
    '| figure | measured | control in the same run | asked for | met |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}
