import { addDays, dayAt, wallClockAt } from '../time/zones.ts'
import { instantOf } from '../visit/open-hours.ts'

/** No messages are sent to patients between these hours of the branch's clock. */
export const QUIET_HOURS = { from: 21, to: 8 } as const

/** True if the time in `zone` is within the quiet hours at `instant`. */
export function isQuiet(instant: Date, zone: string): boolean {
  const { hour } = wallClockAt(instant, zone)
  return hour >= QUIET_HOURS.from || hour < QUIET_HOURS.to
}

/**
 * The first instant at or after `instant` that is outside of the quiet hours of `zone`. Returns `instant` itself if it
 * is not quiet. Throws RangeError on an unknown zone.
 */
export function endOfQuiet(instant: Date, zone: string): Date {
  if (!isQuiet(instant, zone)) return instant
  const { hour } = wallClockAt(instant, zone)
  const today = dayAt(instant, zone)
  const day = hour >= QUIET_HOURS.from ? addDays(today, 1) : today
  return new Date(instantOf(day, QUIET_HOURS.to * 60, zone))
}
