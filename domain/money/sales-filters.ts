import { addDays, type DayText, daysBetween, findDay } from '../time/zones.ts'

/** Orders of visits, invoices, services and receipts: by date, the newest or the oldest first. */
export const SALES_ORDERS = ['date_desc', 'date_asc'] as const
export type SalesOrder = (typeof SALES_ORDERS)[number]

/** "Ref. Scheme Applied": whether a hospital's, a doctor's or no scheme stands on the invoice. */
export const REF_SCHEME_FILTERS = ['All', 'Of Hospital', 'Of Doctor', 'No Scheme'] as const
export type RefSchemeFilter = (typeof REF_SCHEME_FILTERS)[number]

/** The `ref_dr_scheme_type` of a visit that each filter value asks for; undefined asks for any. */
export const SCHEME_TYPE_OF: Record<RefSchemeFilter, '' | 'Hospital' | 'Doctor' | undefined> = {
  All: undefined,
  'Of Hospital': 'Hospital',
  'Of Doctor': 'Doctor',
  'No Scheme': '',
}

/**
 * Receipts of visits from before the range: with the others, in a section of their own on paper, or
 * alone.
 */
export const PREV_PENDING_FLAGS = ['Include', 'Separate', 'OnlyPrevious'] as const
export type PrevPendingFlag = (typeof PREV_PENDING_FLAGS)[number]

/** Where the visit of a movement lies: before the range of days, in it, or after it. */
export const VISIT_PLACES = ['Before', 'In', 'After'] as const
export type VisitPlace = (typeof VISIT_PLACES)[number]

/** The years that one range of days covers at most. */
export const RANGE_YEARS_MAX = 10

/**
 * The rule that the last day of a range breaks, in words for its field; undefined where the range is right. Both are
 * days of the calendar.
 */
export function rangeProblem(from: DayText, to: DayText): string | undefined {
  if (daysBetween(from, to) < 0) return 'is before the first day'
  if (to >= yearsAfter(from, RANGE_YEARS_MAX)) return `is at most ${RANGE_YEARS_MAX} years from the first day`
  return undefined
}

// 29 February has its anniversary on 1 March of a shorter year.
function yearsAfter(day: DayText, years: number): DayText {
  const sameDay = `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`
  return findDay(sameDay) ? sameDay : addDays(`${sameDay.slice(0, 8)}28`, 1)
}
