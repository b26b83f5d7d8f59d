import { addDays, type DayText, offsetMinutesAt, startOfDay, wallClockAt } from '#domain/time/zones.ts'

const MINUTE_MS = 60_000

/** A day of a branch: converts instants to minutes of its wall clock and back. */
export interface DayFrame {
  day: DayText
  /** First instant of the day, and of the next one (milliseconds). */
  start: number
  end: number
  /** Minutes since midnight on the branch's clock at an instant. */
  minutesAt: (ms: number) => number
  /** The instant at which the clock shows this many minutes since midnight. */
  instantAt: (minutes: number) => number
}

const frames = new Map<string, DayFrame>()

/**
 * Returns the cached frame of `day` in `zone`: finding the start of a day is slow, and a calendar needs it at
 * every render.
 */
export function dayFrame(day: DayText, zone: string): DayFrame {
  const key = `${zone} ${day}`
  const known = frames.get(key)
  if (known) return known
  const made = makeFrame(day, zone)
  frames.set(key, made)
  return made
}

function makeFrame(day: DayText, zone: string): DayFrame {
  const start = startOfDay(day, zone).getTime()
  const end = startOfDay(addDays(day, 1), zone).getTime()
  const isPlain = offsetMinutesAt(new Date(start), zone) === offsetMinutesAt(new Date(end), zone)
  const plain = (ms: number) => (ms - start) / MINUTE_MS
  // On the two days a year when clocks change, compute from the wall clock.
  const minutesAt = isPlain
    ? plain
    : (ms: number) => (ms < start || ms >= end ? plain(ms) : clockAt(ms, zone))
  const instantAt = (minutes: number) => {
    const near = start + minutes * MINUTE_MS
    return isPlain ? near : near + (minutes - minutesAt(near)) * MINUTE_MS
  }
  return { day, start, end, minutesAt, instantAt }
}

function clockAt(ms: number, zone: string): number {
  const { hour, minute, second } = wallClockAt(new Date(ms), zone)
  return hour * 60 + minute + second / 60
}

/** Returns the seven days of the week of `day`, from Monday on. */
export function weekOf(day: DayText): DayText[] {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const monday = addDays(day, -((weekday + 6) % 7))
  return Array.from({ length: 7 }, (_, at) => addDays(monday, at))
}
