import { type DayText, dayText, findDay, offsetMinutesAt } from '#domain/time/zones.ts'

/** A DICOM date `20261121`, or the old `2026.11.21`, as YYYY-MM-DD; undefined if it is not a day. */
export function dayOfDicom(date: string): DayText | undefined {
  const [, year, month, day] = /^(\d{4})\.?(\d\d)\.?(\d\d)$/.exec(date.trim()) ?? []
  if (!year || !month || !day) return undefined
  const text = `${year}-${month}-${day}`
  return findDay(text) ? text : undefined
}

/** Hours, minutes, seconds and milliseconds of a DICOM time `143005.250`, `1430` or the old `14:30:05`. */
function findTime(time: string): [number, number, number, number] | undefined {
  const found = /^(\d\d)(?::?(\d\d)(?::?(\d\d)(?:\.(\d{1,6}))?)?)?$/.exec(time.trim())
  if (!found) return undefined
  const [hour, minute, second] = found.slice(1, 4).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
  ]
  // A leap second is written as 60; our clocks have none.
  if (hour > 23 || minute > 59 || second > 60) return undefined
  return [hour, minute, Math.min(second, 59), Math.floor(Number(`0.${found[4] ?? '0'}`) * 1000)]
}

/** Minutes of a DICOM offset `+0530`, or undefined if it is invalid. */
function findOffset(offset: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(offset.trim()) ?? []
  if (!sign || Number(hours) > 14 || Number(minutes) > 59) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** The context for a time without an offset of its own. */
export interface DicomTimeSource {
  /** `TimezoneOffsetFromUTC` (0008,0201) of the header, when there. */
  offset?: string
  /** IANA zone of the branch, for headers without an offset. */
  zone: string
}

/**
 * The instant of a DICOM date and time as ISO 8601 with its offset. A missing or invalid time becomes midnight, because
 * the date alone is still useful; a missing or invalid date returns undefined.
 */
export function instantOfDicom(date: string, time: string, source: DicomTimeSource): string | undefined {
  const day = dayOfDicom(date)
  const found = day && findDay(day)
  if (!found) return undefined
  const [hour, minute, second, milli] = findTime(time) ?? [0, 0, 0, 0]
  const local = Date.UTC(found.year, found.month - 1, found.day, hour, minute, second, milli)
  const offset = findOffset(source.offset ?? '') ?? offsetOfLocal(local, source.zone)
  return withOffset(local, offset)
}

/** The offset of a zone at a local time; a time skipped by daylight saving uses the offset before the jump. */
function offsetOfLocal(local: number, zone: string): number {
  const guess = offsetMinutesAt(new Date(local - offsetMinutesAt(new Date(local), zone) * 60_000), zone)
  const settled = offsetMinutesAt(new Date(local - guess * 60_000), zone)
  return settled === guess ? guess : Math.min(settled, guess)
}

const two = (value: number) => String(value).padStart(2, '0')

/** `local` (a wall clock read as UTC milliseconds) as ISO 8601 with `offset` minutes. */
function withOffset(local: number, offset: number): string {
  const clock = new Date(local)
  const day = dayText(clock.getUTCFullYear(), clock.getUTCMonth() + 1, clock.getUTCDate())
  const milli = clock.getUTCMilliseconds() ? `.${String(clock.getUTCMilliseconds()).padStart(3, '0')}` : ''
  const time = `${two(clock.getUTCHours())}:${two(clock.getUTCMinutes())}:${two(clock.getUTCSeconds())}${milli}`
  const size = Math.abs(offset)
  return `${day}T${time}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
