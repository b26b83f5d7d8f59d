import type { DayText } from '#domain/time/zones.ts'

/** A receipt or refund as figures need it. Days are those of its branch; amounts are whole minor units. */
export interface MoneyEntry {
  kind: 'receipt' | 'refund'
  mode: string
  minor: number
  /** Special management discount that is shown with this receipt; 0 for refunds. */
  hidden: number
  businessDay: DayText
  /** Null while it is not cancelled. */
  cancelDay: DayText | null
  /** The day on which it reached the server. */
  arrivedDay: DayText
  createdBy: string
  cancelledBy: string | null
  /** The day on which its visit starts. */
  visitDay: DayText
  /** The visit or each of its services is cancelled. */
  isForCancelled: boolean
}

/** Days from `from` to `to`, both included. */
export interface MoneyRange {
  from: DayText
  to: DayText
}

/**
 * The movements of a range that differ only in amount, added up. A receipt or refund has two sides: it counts on its
 * business day, and a cancellation takes it back on the day of the cancellation, so the figure of an earlier day never
 * changes. SQL groups rows in the same way.
 */
export interface MovementGroup {
  kind: 'receipt' | 'refund'
  side: 'made' | 'cancelled'
  mode: string
  /** The owner of the drawer: who took or gave the money, or on the side `cancelled` who cancelled it. */
  person: string
  /** Where the visit starts, seen from the range. */
  visit: 'before' | 'in' | 'after'
  isForCancelled: boolean
  /** It arrived on a later day than the one on which it counts; false on the side `cancelled`. */
  isLate: boolean
  /** It was cancelled after the last day of the range; false on the side `cancelled`. */
  isCancelledSince: boolean
  /** Total of the group, at least 0 on both sides. */
  minor: number
  hidden: number
  count: number
}

/** The movements of `entries` on the days of a range, one group per movement. */
export function movementsOf(entries: readonly MoneyEntry[], range: MoneyRange): MovementGroup[] {
  return entries.flatMap((entry) => {
    const common = {
      kind: entry.kind,
      mode: entry.mode,
      visit: placeOf(entry.visitDay, range),
      isForCancelled: entry.isForCancelled,
      minor: entry.minor,
      hidden: entry.hidden,
      count: 1,
    }
    const { businessDay, cancelDay, createdBy } = entry
    const groups: MovementGroup[] = []
    if (isIn(businessDay, range))
      groups.push({
        ...common,
        side: 'made',
        person: createdBy,
        isLate: entry.arrivedDay > businessDay,
        isCancelledSince: cancelDay !== null && cancelDay > range.to,
      })
    if (cancelDay !== null && isIn(cancelDay, range))
      groups.push({
        ...common,
        side: 'cancelled',
        person: entry.cancelledBy ?? createdBy,
        isLate: false,
        isCancelledSince: false,
      })
    return groups
  })
}

const isIn = (day: DayText, { from, to }: MoneyRange) => from <= day && day <= to

function placeOf(visitDay: DayText, { from, to }: MoneyRange): MovementGroup['visit'] {
  if (visitDay < from) return 'before'
  return visitDay > to ? 'after' : 'in'
}
