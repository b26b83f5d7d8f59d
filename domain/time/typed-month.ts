import { findMonth } from './month-names.ts'
import { parseTypedDay } from './typed-day.ts'
import { type DayText, findDay } from './zones.ts'

/** A month as stored in fields: YYYY-MM. */
export type MonthText = string

export type TypedMonth = { month: MonthText; isWhole: boolean } | { problem: 'unreadable' }

const FORMS: readonly RegExp[] = [
  /^(?<year>\d{4})[\s./-]?(?<month>\d\d)$/,
  /^(?<month>\d{1,2})[\s./,-]+(?<year>\d{4}|\d\d)$/,
  /^(?<month>\d\d)(?<year>\d{4}|\d\d)$/,
  /^(?<month>[a-z]{3,9})[\s./,-]*(?<year>\d{4}|\d\d)?$/i,
  /^(?<month>\d{1,2})$/,
]

/**
 * Parses a month as people type it: `11 2026`, `11/26`, `Nov 2026`, `nov`, `2026-11`, `t` (this month), `+1` and `-1`
 * (months from this one). A missing year is that of `today`. The text is not empty.
 */
export function parseTypedMonth(text: string, today: DayText): TypedMonth {
  const now = findDay(today)
  if (!now) throw new RangeError('not a day of the calendar')
  const typed = text.trim()
  const step = typed.toLowerCase() === 't' ? 0 : findStep(typed)
  if (step !== undefined) return { month: monthAfter(now.year, now.month, step), isWhole: true }
  for (const form of FORMS) {
    const found = form.exec(typed)?.groups
    const month = found && (findMonth(found.month ?? '') ?? Number(found.month))
    if (!month || month > 12) continue
    const first = parseTypedDay(`1/${month}/${found.year ?? now.year}`, today)
    if ('day' in first) return { month: first.day.slice(0, 7), isWhole: found.year?.length === 4 }
  }
  return { problem: 'unreadable' }
}

function findStep(typed: string): number | undefined {
  const counted = /^([+-])\s?(\d{1,3})$/.exec(typed)
  return counted ? Number(`${counted[1]}${counted[2]}`) : undefined
}

function monthAfter(year: number, month: number, step: number): MonthText {
  const at = year * 12 + month - 1 + step
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`
}
