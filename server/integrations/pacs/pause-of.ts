/** Nobody is asked to wait longer: a wrong header must not switch polling off. */
const LONGEST_PAUSE_MS = 10 * 60_000

/** The time of a `Retry-After`, seconds or a date, in milliseconds; undefined where there is none that makes sense. */
export function pauseOf(headers: Headers): number | undefined {
  const said = headers.get('retry-after')?.trim()
  if (said === undefined) return undefined
  const ms = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 1_000), LONGEST_PAUSE_MS) : undefined
}
