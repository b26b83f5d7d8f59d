/** The longest accepted pause: a wrong header must not stop polling. */
const LONGEST_PAUSE_MS = 10 * 60_000

/** Returns the pause of a `Retry-After` header, seconds or a date, in milliseconds; undefined without a valid one. */
export function pauseOf(headers: Headers): number | undefined {
  const said = headers.get('retry-after')?.trim()
  if (said === undefined) return undefined
  const ms = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 1_000), LONGEST_PAUSE_MS) : undefined
}
