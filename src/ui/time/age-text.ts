const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** An age in its two largest meaningful units: `12 s`, `5 min`, `3 h 20 min`, `2 d 4 h`. Never negative. */
export function ageText(ageMs: number): string {
  if (ageMs < MINUTE_MS) return `${Math.max(0, Math.floor(ageMs / SECOND_MS))} s`
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min`
  if (ageMs < DAY_MS) return two(ageMs, HOUR_MS, 'h', MINUTE_MS, 'min')
  return two(ageMs, DAY_MS, 'd', HOUR_MS, 'h')
}

function two(ageMs: number, largeMs: number, large: string, smallMs: number, small: string): string {
  const rest = Math.floor((ageMs % largeMs) / smallMs)
  return `${Math.floor(ageMs / largeMs)} ${large}${rest > 0 ? ` ${rest} ${small}` : ''}`
}
