import { openSpans } from '../flow/open-time.ts'
import { addDays, type DayText, dayAt } from '../time/zones.ts'
import type { BranchHours, Span } from '../visit/open-hours.ts'

/** How long a system may be silent before the administrators are told, in open hours. */
export const SILENT_AFTER_HOURS = { least: 1, most: 720 } as const

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Days of the week, 0 (Sunday) to 6; one at least is no day of rest. */
export const REST_DAYS_MOST = 6

/**
 * Milliseconds between two instants in which at least one of these branches is open: a night in which all of them are
 * closed does not count, and no day of rest on the calendar of a branch. Without branches all of the time counts. 0 where
 * `to` is not after `from`.
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

/** The days of a range without those of rest, as ranges; all of it where none is one of rest. */
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

/** What all of the spans cover together, each moment once; they are in the order of their beginnings. */
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

/** What is known of another system that is heard of its own accord. */
export interface HeardSystem {
  /** When it was last heard; of one that never was, its first contact. */
  lastHeard: Date
  /** After so many open hours its silence is told; null where nobody wants to be told. */
  silentAfterHours: number | null
  /** When it was last heard before its silence was told; null while no silence stands. */
  silentSince: Date | null
  /** When it was switched on or given its name, where that is known: nothing of before is silence. */
  countsFrom: Date | null
  /** Days of the week that do not count, 0 (Sunday) to 6. */
  restDays: readonly number[]
}

/** What a look at a system finds to be done: tell its silence, tell that it is heard again, or forget a silence. */
export type SilenceStep = 'fell_silent' | 'heard_again' | 'not_watched'

/** What changed for a system since the last look; undefined where nothing did, so that each is told once. */
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

/** Whether so much open time lies between two instants; no further counted than needed, because hours of zones are slow. */
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
