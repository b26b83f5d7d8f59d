import { offsetMinutesAt } from './zones.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** The instant as ISO 8601 with the offset of the zone: 2026-11-21T14:30:00+05:30; without fractions of a second. */
export function isoInZone(instant: Date, zone: string): string {
  const offset = offsetMinutesAt(instant, zone)
  const shown = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, 19)
  const minutes = Math.abs(offset)
  return `${shown}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
