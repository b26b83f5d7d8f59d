import { formatDateTime } from '#domain/time/formats.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import { isSameClock, nameOfZone } from './zone-names.ts'

/** How to write both times in a language. */
export interface BothTimes {
  /** Language of the zone's name. */
  language: string
  dateTime: (instant: Date, zone: string) => string
  inBoth: (there: string, zone: string, here: string) => string
}

const ENGLISH: BothTimes = {
  language: 'en',
  dateTime: formatDateTime,
  inBoth: (there, zone, here) => `${there} ${zone} (${here} your time)`,
}

/**
 * A local time for people who may be far away: `24 Nov 2026 11:10 AM`, and if the reader's clock differs at that
 * moment, followed by the zone's name and the reader's own time.
 */
export function timeInBoth(
  instant: Date,
  zone: string,
  { language, dateTime, inBoth }: BothTimes = ENGLISH,
): string {
  const there = dateTime(instant, zone)
  if (isSameClock(zone, READER_ZONE, instant)) return there
  return inBoth(there, nameOfZone(zone, instant, language), dateTime(instant, READER_ZONE))
}
