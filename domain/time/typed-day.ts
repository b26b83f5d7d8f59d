import { findMonth } from './month-names.ts'
import { addDays, type DayText, dayText, findDay } from './zones.ts'

/** The first and the last day that a field accepts; an absent one means no limit. */
export interface DayLimits {
  min?: DayText | undefined
  max?: DayText | undefined
}

/** Why a field does not accept a text as a day. */
export type DayProblem =
  | { kind: 'unreadable' }
  | { kind: 'no_such_month'; month: number }
  | { kind: 'no_such_day'; year: number; month: number }
  | { kind: 'before_min'; min: DayText }
  | { kind: 'after_max'; max: DayText }

export type TypedDay =
  | {
      day: DayText
      /** True if nothing was inferred: the year has four digits. False means that more could be typed. */
      isWhole: boolean
    }
  | { problem: DayProblem }

/** Numbers as typed: missing parts are absent. */
interface Parts {
  day: number
  month?: number
  year?: string
}

/** Range of plausible years; a number outside of it is a typing error. */
const FIRST_YEAR = 1850
const LAST_YEAR = 2199
/** A two-digit year is at most this many years after today; later ones belong to the previous century. */
const YEARS_AHEAD = 20

const SEPARATOR = '[\\s./,-]+'
const FORMS: readonly [pattern: RegExp, partsOf: (found: readonly string[]) => Parts | undefined][] = [
  [/^(\d{4})[\s./-]?(\d\d)[\s./-]?(\d\d)$/, ([y = '', m, d]) => yearFirst(y, Number(m), Number(d))],
  [/^(\d\d)(\d\d)(\d{4}|\d\d)?$/, ([d, m, y]) => ({ day: Number(d), month: Number(m), year: y })],
  [/^(\d{1,2})$/, ([d]) => ({ day: Number(d) })],
  [
    new RegExp(`^(\\d{1,2})${SEPARATOR}(\\d{1,2})(?:${SEPARATOR}(\\d{4}|\\d\\d))?$`),
    ([d, m, y]) => ({ day: Number(d), month: Number(m), year: y }),
  ],
  [
    new RegExp(`^(\\d{1,2})(?:${SEPARATOR})?([a-z]{3,9})(?:(?:${SEPARATOR})?(\\d{4}|\\d\\d))?$`, 'i'),
    ([d, word = '', y]) => named(d, word, y),
  ],
  [
    new RegExp(`^([a-z]{3,9})(?:${SEPARATOR})?(\\d{1,2})(?:${SEPARATOR}(\\d{4}|\\d\\d))?$`, 'i'),
    ([word = '', d, y]) => named(d, word, y),
  ],
]

/**
 * Parses a day as people type it: `23 11 2026`, `23/11`, `231126`, `23 Nov`, `2026-11-23`, `23` (of this month), `t` or
 * `today`, `yesterday`, `tomorrow`, `+1` and `-7` (days from `today`). The day comes before the month; a month in words
 * may come first. A missing year or century is chosen so that the day is within `limits` if possible. Returns why the
 * text is not a day, or not one that the limits allow. The text is not empty.
 */
export function parseTypedDay(text: string, today: DayText, limits: DayLimits = {}): TypedDay {
  const typed = text.trim()
  const relative = relativeDay(typed.toLowerCase(), today)
  if (relative !== undefined) return within(relative, true, limits)
  const parts = readParts(typed)
  if (!parts) return { problem: { kind: 'unreadable' } }
  if (parts.month !== undefined && (parts.month < 1 || parts.month > 12))
    return { problem: { kind: 'no_such_month', month: parts.month } }
  const choices = daysOf(parts, today)
  const days = choices.map(({ year, month }) => dayText(year, month, parts.day))
  const real = days.filter((day) => findDay(day))
  const [first] = choices
  if (real.length === 0 || !first)
    return first
      ? { problem: { kind: 'no_such_day', year: first.year, month: first.month } }
      : { problem: { kind: 'unreadable' } }
  const allowed = real.find((day) => problemOf(day, limits) === undefined)
  return within(allowed ?? real[0]!, parts.year?.length === 4, limits)
}

function readParts(typed: string): Parts | undefined {
  for (const [pattern, partsOf] of FORMS) {
    const found = pattern.exec(typed)
    const parts = found && partsOf(found.slice(1))
    if (parts) return parts
  }
  return undefined
}

// Eight digits may begin with the day (23112026) or with the year (20261123): the plausible year decides.
function yearFirst(year: string, month: number, day: number): Parts | undefined {
  const isYear = Number(year) >= FIRST_YEAR && Number(year) <= LAST_YEAR
  return isYear && month >= 1 && month <= 12 ? { year, month, day } : undefined
}

function named(day: string | undefined, word: string, year: string | undefined): Parts | undefined {
  const month = findMonth(word)
  return month === undefined ? undefined : { day: Number(day), month, year }
}

/** The months that the parts can mean, most likely first. */
function daysOf({ month, year }: Parts, today: DayText): { year: number; month: number }[] {
  const now = findDay(today)
  if (!now) throw new RangeError('not a day of the calendar')
  if (month === undefined)
    return [0, 1, -1].map((step) => {
      const at = now.month - 1 + step
      return { year: now.year + Math.floor(at / 12), month: ((at + 12) % 12) + 1 }
    })
  return yearsOf(year, now.year).map((one) => ({ year: one, month }))
}

function yearsOf(typed: string | undefined, thisYear: number): number[] {
  if (typed === undefined) return [thisYear, thisYear + 1, thisYear - 1]
  const year = Number(typed)
  if (typed.length === 4) return year >= FIRST_YEAR && year <= LAST_YEAR ? [year] : []
  const century = Math.floor(thisYear / 100) * 100
  const inThis = century + year
  return inThis > thisYear + YEARS_AHEAD ? [inThis - 100, inThis] : [inThis, inThis - 100]
}

const RELATIVE = { t: 0, today: 0, yesterday: -1, tomorrow: 1 } as const

function relativeDay(typed: string, today: DayText): DayText | undefined {
  const named = Object.entries(RELATIVE).find(([word]) => word === typed)?.[1]
  const counted = /^([+-])\s?(\d{1,4})$/.exec(typed)
  if (named === undefined && !counted) return undefined
  return addDays(today, named ?? Number(`${counted?.[1]}${counted?.[2]}`))
}

function within(day: DayText, isWhole: boolean, limits: DayLimits): TypedDay {
  const problem = problemOf(day, limits)
  return problem ? { problem } : { day, isWhole }
}

function problemOf(day: DayText, { min, max }: DayLimits): DayProblem | undefined {
  if (min && day < min) return { kind: 'before_min', min }
  if (max && day > max) return { kind: 'after_max', max }
  return undefined
}
