import { weekdayAt } from './formats.ts'
import { addDays, type DayText, daysBetween } from './zones.ts'

/** The days that a range is compared with, and their name after "than". */
export interface ComparedRange {
  from: DayText
  to: DayText
  /** `last Monday`, `the 7 days before`. */
  words: string
}

/**
 * The days that a range is compared with: for one day the same weekday of the week before, for several days the same
 * number of days before them. Both ends are included.
 */
export function comparedRange(from: DayText, to: DayText): ComparedRange {
  const days = daysBetween(from, to) + 1
  if (days === 1) {
    const day = addDays(from, -7)
    return { from: day, to: day, words: `last ${weekdayOf(day)}` }
  }
  return { from: addDays(from, -days), to: addDays(from, -1), words: `the ${days} days before` }
}

const weekdayOf = (day: DayText) => weekdayAt(new Date(`${day}T12:00:00Z`), 'UTC')

/**
 * How a figure differs from the previous one, in words: `12 more than last Monday`. `format` formats the difference,
 * which is above zero.
 */
export function changeWords(
  now: number,
  before: number,
  { words }: Pick<ComparedRange, 'words'>,
  format: (difference: number) => string = String,
): string {
  if (now === before) return `As ${words}`
  const difference = format(Math.abs(now - before))
  return now > before ? `${difference} more than ${words}` : `${difference} less than ${words}`
}
