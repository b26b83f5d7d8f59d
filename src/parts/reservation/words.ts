import type { Writer } from '#contract/calls/writers.ts'
import { formatMoment } from '#domain/time/formats.ts'

/** Returns a time of a reservation in `zone`, with the day unless it is today. */
export const reservationTime = (instant: string, zone: string): string =>
  formatMoment(new Date(instant), new Date(), zone)

/**
 * Returns who has a study open, in words: `Dr. Iyer, reading since 14:02`; for a device that has been silent,
 * also when it was last seen. Times are in `zone`.
 */
export function reservationWords({ name, since, seen, state }: Writer, zone: string): string {
  const reading = `${name}, reading since ${reservationTime(since, zone)}`
  return state === 'writing' ? reading : `${reading}, last seen ${reservationTime(seen, zone)}`
}
