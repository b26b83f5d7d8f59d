import { addDays, type DayText, startOfDay } from '../time/zones.ts'
import { type BranchHours, openSpan, type Span } from '../visit/open-hours.ts'

/**
 * When a branch is open between the start of `from` and the end of `to`, both days in its own zone, up to `now`:
 * in order, without overlaps or empty spans. Hours past midnight are cut at the ends of the range.
 */
export function openSpans(from: DayText, to: DayText, hours: BranchHours, now: Date): Span[] {
  const window = windowOf(from, to, hours.time_zone, now)
  const spans: Span[] = []
  for (let day = addDays(from, -1); day <= to; day = addDays(day, 1)) {
    const open = openSpan(day, hours)
    const span = { from: Math.max(open.from, window.from), to: Math.min(open.to, window.to) }
    if (span.from < span.to) spans.push(span)
  }
  return spans
}

/** The days `from` to `to` of a zone as instants, cut off at `now`; empty if they are in the future. */
export function windowOf(from: DayText, to: DayText, zone: string, now: Date): Span {
  const start = startOfDay(from, zone).getTime()
  return {
    from: start,
    to: Math.max(start, Math.min(startOfDay(addDays(to, 1), zone).getTime(), now.getTime())),
  }
}
