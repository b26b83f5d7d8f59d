import type { Writer } from '#contract/calls/writers.ts'
import { formatMoment } from '#domain/time/formats.ts'

/** A time of a reservation by the clock of `zone`, with the day where it is not today's. */
export const reservationTime = (instant: string, zone: string): string =>
  formatMoment(new Date(instant), new Date(), zone)

/**
 * Who has a study open, in words: `Dr. Iyer, reading since 14:02`; of a device that was not heard of lately, also when it
 * was. Times are of `zone`.
 */
export function reservationWords({ name, since, seen, state }: Writer, zone: string): string {
  const reading = `${name}, reading since ${reservationTime(since, zone)}`
  return state === 'writing' ? reading : `${reading}, last seen ${reservationTime(seen, zone)}`
}
