import { addDays, type DayText, daysBetween, findDay } from '#domain/time/zones.ts'

/** Orders of visits, invoices, services and receipts: by date, the newest or the oldest first. */
export const SALES_ORDERS = ['date_desc', 'date_asc'] as const
export type SalesOrder = (typeof SALES_ORDERS)[number]

/** "Ref. Scheme Applied": whether the invoice has a hospital's scheme, a doctor's or none. */
export const REF_SCHEME_FILTERS = ['All', 'Of Hospital', 'Of Doctor', 'No Scheme'] as const
export type RefSchemeFilter = (typeof REF_SCHEME_FILTERS)[number]

/** The `ref_dr_scheme_type` of a visit for each filter value; undefined means any. */
export const SCHEME_TYPE_OF: Record<RefSchemeFilter, '' | 'Hospital' | 'Doctor' | undefined> = {
  All: undefined,
  'Of Hospital': 'Hospital',
  'Of Doctor': 'Doctor',
  'No Scheme': '',
}

/**
 * Receipts of visits from before the range: together with the others, in a separate section on paper, or alone.
 */
export const PREV_PENDING_FLAGS = ['Include', 'Separate', 'OnlyPrevious'] as const
export type PrevPendingFlag = (typeof PREV_PENDING_FLAGS)[number]

/** Where the visit of a movement lies: before the range of days, in it, or after it. */
export const VISIT_POSITIONS = ['Before', 'In', 'After'] as const
export type VisitPosition = (typeof VISIT_POSITIONS)[number]

/** The most years that one date range may cover. */
export const RANGE_YEARS_MAX = 10

/**
 * The rule that the last day of a range breaks, in words for its field; undefined if the range is valid. Both are
 * calendar days.
 */
export function rangeProblem(from: DayText, to: DayText): string | undefined {
  if (daysBetween(from, to) < 0) return 'is before the first day'
  if (to >= yearsAfter(from, RANGE_YEARS_MAX)) return `is at most ${RANGE_YEARS_MAX} years from the first day`
  return undefined
}

// In a non-leap year, 29 February has its anniversary on 1 March.
function yearsAfter(day: DayText, years: number): DayText {
  const sameDay = `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`
  return findDay(sameDay) ? sameDay : addDays(`${sameDay.slice(0, 8)}28`, 1)
}
