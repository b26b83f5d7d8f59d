import { type Weekday, weekdayAt } from '../time/formats.ts'
import { addDays, dayAt, startOfDay } from '../time/zones.ts'

/** Today so far, and the same weekday of last week up to the same time; ends are excluded. */
export interface ComparedSpans {
  today: { from: Date; to: Date }
  before: { from: Date; to: Date }
  weekday: Weekday
}

/** The spans compared at `now` where the person is: as much of last week's day as has passed of today. */
export function comparedSpans(now: Date, zone: string): ComparedSpans {
  const today = dayAt(now, zone)
  const from = startOfDay(today, zone)
  const before = startOfDay(addDays(today, -7), zone)
  const passed = now.getTime() - from.getTime()
  return {
    today: { from, to: startOfDay(addDays(today, 1), zone) },
    before: { from: before, to: new Date(before.getTime() + passed) },
    weekday: weekdayAt(now, zone),
  }
}

/** `12 more than`, `3 fewer than`, `as many as`: how today compares to the other day. */
export function comparedInWords(today: number, before: number): string {
  if (today === before) return 'as many as'
  return today > before ? `${today - before} more than` : `${before - today} fewer than`
}
