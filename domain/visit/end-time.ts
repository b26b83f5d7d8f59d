const MINUTE_MS = 60_000

/** Minutes of a service if its department does not set them (docs/wire.md#lists-and-limits). */
export const DEFAULT_SLOT_MINUTES = 20

/** A service's place in its slot at a machine; times in milliseconds. */
export interface ServiceTime {
  from: number
  to: number
}

/**
 * When each of `services` services is examined: consecutively from `start` (milliseconds), each for the slot length of
 * their department. The end of the last is the end of the slot (docs/visits.md#visit-and-service-status).
 */
export function serviceTimes(start: number, services: number, slotMinutes: number): ServiceTime[] {
  const slot = slotMinutes * MINUTE_MS
  return Array.from({ length: services }, (_, place) => ({
    from: start + place * slot,
    to: start + (place + 1) * slot,
  }))
}

/** End of a slot in milliseconds: start + number of services x slot length of the department; at least one length. */
export function endOfSlot(start: number, services: number, slotMinutes: number): number {
  return start + Math.max(1, services) * slotMinutes * MINUTE_MS
}

/**
 * True if a start is before the moment at which it is booked; the current minute is not past. Both in
 * milliseconds.
 */
export function isPastStart(start: number, at: number): boolean {
  return start < Math.floor(at / MINUTE_MS) * MINUTE_MS
}
