import { addDays, type DayText } from '../time/zones.ts'

/** A day is compared with the same weekday of this many weeks. */
export const WEEKS = 8

/** The same weekday of the weeks before `day`, nearest first. */
export const sameWeekdays = (day: DayText): DayText[] =>
  Array.from({ length: WEEKS }, (_, week) => addDays(day, -7 * (week + 1)))

/** The mean of some numbers; 0 if there are none. */
export const meanOf = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length
