import { type DayText, dayText, findDay } from './zones.ts'

/** A calendar month; `m` counts from 1. */
export interface Month {
  y: number
  m: number
}

/** The month of a day. Throws for an invalid day. */
export function monthOf(day: DayText): Month {
  const found = findDay(day)
  if (!found) throw new Error('not a day')
  return { y: found.year, m: found.month }
}

/** The month `months` later, or earlier if it is negative. */
export function addMonths({ y, m }: Month, months: number): Month {
  const place = y * 12 + m - 1 + months
  return { y: Math.floor(place / 12), m: (((place % 12) + 12) % 12) + 1 }
}

export const firstDayOf = ({ y, m }: Month): DayText => dayText(y, m, 1)

export const lastDayOf = ({ y, m }: Month): DayText => dayText(y, m, new Date(Date.UTC(y, m, 0)).getUTCDate())

/** The last `count` months up to the one of `today`, oldest first. */
export function lastMonths(today: DayText, count: number): Month[] {
  const last = monthOf(today)
  return Array.from({ length: count }, (_, i) => addMonths(last, i - count + 1))
}
