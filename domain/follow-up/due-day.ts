import { addMonths } from '../time/months.ts'
import { addDays, type DayText, daysBetween, dayText, findDay } from '../time/zones.ts'
import type { Interval } from './intervals.ts'

/** The day `count` units after `day`; the 31st becomes the last day of a shorter month. Throws for a text that is no day. */
export function dayAfter(day: DayText, count: number, unit: Interval['unit']): DayText {
  if (unit === 'day') return addDays(day, count)
  if (unit === 'week') return addDays(day, count * 7)
  const found = findDay(day)
  if (!found) throw new RangeError('not a day of the calendar')
  const { y, m } = addMonths({ y: found.year, m: found.month }, unit === 'year' ? count * 12 : count)
  const last = new Date(Date.UTC(y, m, 0)).getUTCDate()
  return dayText(y, m, Math.min(found.day, last))
}

/** From which to which day a follow-up is due: of a range the earlier end, and the later one. */
export interface DueDays {
  due_on: DayText
  due_to: DayText
}

export const dueDays = (examined: DayText, { from, to, unit }: Interval): DueDays => ({
  due_on: dayAfter(examined, from, unit),
  due_to: dayAfter(examined, to, unit),
})

/** The furthest that a follow-up may be due after its examination, in days. */
export const DUE_MAX_DAYS = 3_670

/**
 * The first day on which an examination counts as the follow-up: after half of the time to the day on which it is due. What
 * is done sooner was done for another reason; a follow-up stays open rather than being forgotten.
 */
export function countsFrom(examined: DayText, dueOn: DayText): DayText {
  return addDays(examined, Math.max(1, Math.ceil(daysBetween(examined, dueOn) / 2)))
}

/** Days before the due day from which a follow-up stands under "due". */
export const DUE_SOON_DAYS = 30

export const DUE_STATES = ['Overdue', 'Due', 'Later'] as const
export type DueState = (typeof DUE_STATES)[number]

/** How an open follow-up stands on `today`: overdue once the last day of its range has passed. */
export function dueState({ due_on, due_to }: DueDays, today: DayText): DueState {
  if (due_to < today) return 'Overdue'
  return due_on <= addDays(today, DUE_SOON_DAYS) ? 'Due' : 'Later'
}
