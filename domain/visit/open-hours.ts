import { addDays, type DayText, startOfDay, wallClockAt } from '../time/zones.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/** The stored open hours of a branch: HH:MM on the clocks of its zone, empty if not set. */
export interface BranchHours {
  open_time: string
  close_time: string
  time_zone: string
}

/** A span of time in milliseconds, end excluded. */
export interface Span {
  from: number
  to: number
}

/**
 * When a branch is open on a day of its own calendar. Without hours, or if both times are equal, that is the whole day;
 * hours that end before they begin end on the next day.
 */
export function openSpan(day: DayText, { open_time, close_time, time_zone }: BranchHours): Span {
  const opens = minutesOf(open_time) ?? 0
  const closes = minutesOf(close_time) ?? DAY_MINUTES
  if (opens === closes || (opens === 0 && closes === DAY_MINUTES))
    return { from: instantOf(day, 0, time_zone), to: instantOf(addDays(day, 1), 0, time_zone) }
  const last = closes > opens ? day : addDays(day, 1)
  return { from: instantOf(day, opens, time_zone), to: instantOf(last, closes, time_zone) }
}

/** Minutes of `HH:MM` since midnight, or undefined if it is not a time of day. */
export function minutesOf(time: string): number | undefined {
  const [, hour, minute] = /^([01]\d|2[0-4]):([0-5]\d)$/.exec(time)?.map(Number) ?? []
  if (hour === undefined || minute === undefined) return undefined
  const minutes = hour * 60 + minute
  return minutes > DAY_MINUTES ? undefined : minutes
}

/** The instant at which the clocks of a zone show that minute of the day; if they skip it, the one after. */
export function instantOf(day: DayText, minutes: number, zone: string): number {
  if (minutes === DAY_MINUTES) return startOfDay(addDays(day, 1), zone).getTime()
  const guess = startOfDay(day, zone).getTime() + minutes * MINUTE_MS
  // On a day of a daylight-saving change, the time before this minute may be an hour longer or shorter.
  const { hour, minute } = wallClockAt(new Date(guess), zone)
  const off = hour * 60 + minute - minutes
  return Math.abs(off) <= 3 * 60 ? guess - off * MINUTE_MS : guess
}
