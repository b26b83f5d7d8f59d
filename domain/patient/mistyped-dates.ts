import { type DayText, findDay } from '../time/zones.ts'

const DIGITS = '0123456789'

/** A birth day, and the valid days that result from one mistyped digit or from swapping day and month. */
export function mistypedDates(day: DayText): DayText[] {
  const [year, month, dayOfMonth] = day.split('-')
  const near = [day, `${year}-${dayOfMonth}-${month}`]
  for (let at = 0; at < day.length; at++) {
    if (day[at] === '-') continue
    for (const digit of DIGITS) near.push(day.slice(0, at) + digit + day.slice(at + 1))
  }
  return [...new Set(near)].filter((one) => findDay(one) !== undefined)
}
