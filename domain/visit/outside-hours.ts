import { addDays, type DayText, dayAt } from '../time/zones.ts'
import { type BranchHours, openSpan, type Span } from './open-hours.ts'

const MINUTE_MS = 60_000
/** If a slot begins within this many minutes, the patient is already there, such as a walk-in or an emergency. */
export const PATIENT_IS_HERE_MINUTES = 60

/** True if the branch is open during the whole span (milliseconds). */
export function isOpenDuring(span: Span, hours: BranchHours): boolean {
  const { time_zone } = hours
  const last = dayAt(new Date(span.to), time_zone)
  // Yesterday's hours may extend past midnight.
  const open = daysFrom(addDays(dayAt(new Date(span.from), time_zone), -1), last).map((day) =>
    openSpan(day, hours),
  )
  let covered = span.from
  for (const { from, to } of open) if (from <= covered) covered = Math.max(covered, to)
  return covered >= span.to
}

/** The message to a patient who requests a time while the branch is closed. */
export const outsideHoursWords = (openTime: string, closeTime: string): string =>
  `This location is open from ${openTime || '00:00'} to ${closeTime || '24:00'}. Choose a time in these hours.`

/** True for a slot that begins now or soon (milliseconds): the patient cannot be asked to come in the open hours. */
export const isPatientHere = (start: number, now: number): boolean =>
  start <= now + PATIENT_IS_HERE_MINUTES * MINUTE_MS

function daysFrom(first: DayText, last: DayText): DayText[] {
  const days: DayText[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
