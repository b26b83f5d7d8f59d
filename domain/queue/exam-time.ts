const MINUTE_MS = 60_000

/**
 * When an examination ends that is given `minutes` more (ISO 8601): counted from its planned end, or from `now` where
 * none was planned.
 */
export function lengthenedEnd(plannedEnd: string | null, minutes: number, now: string): string {
  return new Date(Date.parse(plannedEnd ?? now) + minutes * MINUTE_MS).toISOString()
}

/**
 * When the slot of a stay ends whose examination ends at `examEnd` (all milliseconds): with the examination, never earlier
 * than it was booked, and not beyond the next patient's start: that slot stays theirs.
 */
export function slotEndWith(slotEnd: number, examEnd: number, nextStart: number | undefined): number {
  return Math.max(slotEnd, Math.min(examEnd, nextStart ?? examEnd))
}

/** Time left as people read it, "4:05" or "1:02:09"; time beyond the end with a plus, "+0:30". */
export function countdownText(leftMs: number): string {
  const seconds = Math.abs(leftMs >= 0 ? Math.ceil(leftMs / 1000) : Math.floor(leftMs / 1000))
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  const [hours = 0, minutes = 0, rest = 0] = parts
  const two = (value: number) => String(value).padStart(2, '0')
  const text = hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
  return leftMs < 0 ? `+${text}` : text
}

/** Whole minutes that somebody has waited, "12 min" or "1 h 05 min"; less than one is "0 min". */
export function waitingText(waitedMs: number): string {
  const minutes = Math.max(0, Math.floor(waitedMs / MINUTE_MS))
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}
