/**
 * Returns the places to draw of a series with more values than pixels: the first, least, greatest and last of
 * each of `columns` stretches, in their order. A sampled series would lose its peaks. Gaps (null) stay gaps.
 */
export function decimate(values: readonly (number | null)[], columns: number): number[] {
  const wanted = Math.max(1, Math.floor(columns))
  if (values.length <= wanted * KEPT) return values.map((_, index) => index)
  const kept: number[] = []
  for (let column = 0; column < wanted; column++) {
    const from = Math.floor((column * values.length) / wanted)
    const before = Math.floor(((column + 1) * values.length) / wanted)
    kept.push(...extremesOf(values, from, before))
  }
  return kept
}

/** The most values that remain of a stretch. */
const KEPT = 4

function extremesOf(values: readonly (number | null)[], from: number, before: number): number[] {
  let least = -1
  let most = -1
  for (let index = from; index < before; index++) {
    const value = values[index] ?? null
    if (value === null) continue
    if (least < 0 || value < (values[least] ?? 0)) least = index
    if (most < 0 || value > (values[most] ?? 0)) most = index
  }
  if (least < 0) return [from]
  return [...new Set([from, least, most, before - 1])].sort((a, b) => a - b)
}
