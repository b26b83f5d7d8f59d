import { formatDateTime } from '#domain/time/formats.ts'
import { READER_ZONE } from '#src/sync/session/place-zone.ts'
import { isSameClock, nameOfZone } from './zone-names.ts'

/**
 * A time of a place for people who may be far from it: `24 Nov 2026 11:10 AM`, and where the reader's clock shows another
 * time at that moment, the zone by name and the reader's own time behind it.
 */
export function timeInBoth(instant: Date, zone: string): string {
  const there = formatDateTime(instant, zone)
  if (isSameClock(zone, READER_ZONE, instant)) return there
  return `${there} ${nameOfZone(zone, instant)} (${formatDateTime(instant, READER_ZONE)} your time)`
}
