const MINUTE_MS = 60_000

/**
 * The end of an examination after adding `minutes` (ISO 8601): counted from its planned end, or from `now` if none was
 * planned.
 */
export function lengthenedEnd(plannedEnd: string | null, minutes: number, now: string): string {
  return new Date(Date.parse(plannedEnd ?? now) + minutes * MINUTE_MS).toISOString()
}

/**
 * The end of a slot when its examination ends at `examEnd` (all milliseconds): the same moment, but never
 * earlier than booked, and not beyond the next patient's start, whose slot is kept.
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

/** Waiting time in whole minutes, "12 min" or "1 h 05 min"; below one minute "0 min". */
export function waitingText(waitedMs: number): string {
  const minutes = Math.max(0, Math.floor(waitedMs / MINUTE_MS))
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}
