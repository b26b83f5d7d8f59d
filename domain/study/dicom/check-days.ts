import { addDays, type DayText } from '#domain/time/zones.ts'

/** Most additional days in one comparison. */
export const FURTHER_DAYS_MAX = 60

export interface DaysToCheck {
  today: DayText
  /** This many days back from today are always compared. */
  days: number
  /** Days with open differences, and those of studies received since the last comparison. */
  further: readonly DayText[]
}

/**
 * The days of an image server that are compared, newest first: tomorrow (if the scanner is east of us), today, the
 * days before it, and the newest of the others. None if the server is not compared.
 */
export function checkDays({ today, days, further }: DaysToCheck): DayText[] {
  if (days <= 0) return []
  const usual = Array.from({ length: days + 1 }, (_, at) => addDays(today, 1 - at))
  const others = [...new Set(further)]
    .filter((day) => !usual.includes(day))
    .toSorted()
    .toReversed()
    .slice(0, FURTHER_DAYS_MAX)
  return [...usual, ...others].toSorted().toReversed()
}
