import { openSpans } from '../flow/open-time.ts'
import { addDays, type DayText, dayAt } from '../time/zones.ts'
import type { BranchHours, Span } from '../visit/open-hours.ts'

/** How long a system may be silent before the administrators are alerted, in open hours. */
export const SILENT_AFTER_HOURS = { least: 1, most: 720 } as const

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Days of the week, 0 (Sunday) to 6; at least one must not be a rest day. */
export const REST_DAYS_MOST = 6

/**
 * Milliseconds between two instants in which at least one of these branches is open: times when all are closed do not
 * count, nor do rest days on a branch's calendar. Without branches all of the time counts. 0 if `to` is not after
 * `from`.
 */
export function openMsBetween(
  from: Date,
  to: Date,
  branches: readonly BranchHours[],
  restDays: readonly number[] = [],
): number {
  const window = { from: from.getTime(), to: to.getTime() }
  if (window.to <= window.from) return 0
  if (branches.length === 0) return window.to - window.from
  const spans = branches
    .flatMap((hours) =>
      workingRuns(dayAt(from, hours.time_zone), dayAt(to, hours.time_zone), restDays)
        .flatMap((run) => openSpans(run.first, run.last, hours, to))
        .map((span) => ({ from: Math.max(span.from, window.from), to: span.to })),
    )
    .toSorted((a, b) => a.from - b.from)
  return lengthOf(spans)
}

/** The working days of a range, as ranges; the whole range if there are no rest days. */
function workingRuns(
  first: DayText,
  last: DayText,
  restDays: readonly number[],
): { first: DayText; last: DayText }[] {
  if (restDays.length === 0) return [{ first, last }]
  const runs: { first: DayText; last: DayText }[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if (restDays.includes(new Date(`${day}T12:00:00Z`).getUTCDay())) continue
    const run = runs.at(-1)
    if (run && addDays(run.last, 1) === day) run.last = day
    else runs.push({ first: day, last: day })
  }
  return runs
}

/** The length of the union of all spans, which are ordered by start. */
function lengthOf(spans: readonly Span[]): number {
  let [sum, covered] = [0, Number.NEGATIVE_INFINITY]
  for (const { from, to } of spans) {
    const begin = Math.max(from, covered)
    if (to <= begin) continue
    sum += to - begin
    covered = to
  }
  return sum
}

/** What is known of another system that contacts us on its own. */
export interface HeardSystem {
  /** When it was last heard; its first contact if it never was. */
  lastHeard: Date
  /** Open hours of silence until an alert; null if nobody wants one. */
  silentAfterHours: number | null
  /** When it was last heard before its silence was reported; null while it is not silent. */
  silentSince: Date | null
  /** When it was enabled or named, if known: silence before that does not count. */
  countsFrom: Date | null
  /** Days of the week that do not count, 0 (Sunday) to 6. */
  restDays: readonly number[]
}

/** The action that a check of a system leads to: report its silence, report its return, or forget a silence. */
export type SilenceStep = 'fell_silent' | 'heard_again' | 'not_watched'

/** What changed for a system since the last check; undefined if nothing did, so that each change is reported once. */
export function silenceStepOf(
  { lastHeard, silentAfterHours, silentSince, countsFrom, restDays }: HeardSystem,
  branches: readonly BranchHours[],
  now: Date,
): SilenceStep | undefined {
  if (silentAfterHours === null) return silentSince === null ? undefined : 'not_watched'
  if (silentSince !== null) return lastHeard > silentSince ? 'heard_again' : undefined
  const from = countsFrom !== null && countsFrom > lastHeard ? countsFrom : lastHeard
  const openBetween = (begin: Date, end: Date) => openMsBetween(begin, end, branches, restDays)
  return hasOpenTime(from, now, openBetween, silentAfterHours * HOUR_MS) ? 'fell_silent' : undefined
}

/** Whether two instants have that much open time between them; stops early, because zone arithmetic is slow. */
function hasOpenTime(
  from: Date,
  to: Date,
  openBetween: (begin: Date, end: Date) => number,
  enoughMs: number,
): boolean {
  if (to.getTime() - from.getTime() < enoughMs) return false
  const step = Math.max(enoughMs, DAY_MS)
  let open = 0
  for (let at = from.getTime(); at < to.getTime(); at += step) {
    open += openBetween(new Date(at), new Date(Math.min(at + step, to.getTime())))
    if (open >= enoughMs) return true
  }
  return false
}
