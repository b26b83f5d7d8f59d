import { findPriced, type Priced, type PricedVisit } from '#contract/calls/priced-visit.ts'
import type { ListedAmounts, VisitListRow } from '#contract/calls/visit-list.ts'
import { toMinor } from '#domain/money/minor-units.ts'
import type { SalesOrder } from '#domain/money/sales/sales-filters.ts'
import type { PaymentStatus } from '#domain/status/payment-status.ts'
import { addVisits, paidBy, totalsOf, type VisitTotals, visitAmounts } from '#domain/visit/visit-amounts.ts'
import { compareVisits, fitsVisit, isLeftOut, type VisitConditions } from '#domain/visit/visit-filter.ts'
import { type HeldVisit, isInRange, type VisitMoney } from './held-visits.ts'
import type { ListRange } from './list-range.ts'

/** A row of the list; `isWaiting` marks one with changes that the server does not have yet. */
export type ListedVisit = Priced<VisitListRow> & { isWaiting: boolean }

/** The filters of the list, except range. */
export type ListFilter = VisitConditions & {
  payment_status?: PaymentStatus | undefined
  includeFutureReceipt?: 'Y' | 'N' | undefined
  /** Needs the patient's whole history, which no device has. */
  patient_visit?: 'New' | 'Repeated' | undefined
}

/** The inputs of the list rules besides the visits. */
export interface ListRules {
  filter: ListFilter
  range: ListRange
  order: SalesOrder
  decimals: number
}

/** This device's result: the visits as shown, and how waiting changes modify the server's answer. */
export interface DeviceList {
  /** All matching visits, in list order. */
  rows: readonly ListedVisit[]
  /** Those that the server does not list yet. */
  added: readonly ListedVisit[]
  /** Rows that replace the server's; null if a change takes the row out of the list. */
  changed: ReadonlyMap<string, ListedVisit | null>
  /** How waiting changes alter the server's sums. */
  gains: { shown: readonly ListedVisit[]; base: readonly ListedVisit[] }
}

/** Whether the money of each day is needed, or each visit's own sums are enough. */
export const needsMoney = (filter: ListFilter, range: ListRange): boolean =>
  filter.includeFutureReceipt !== 'Y' && !range.reachesToday

/** Whether a device can determine which visits match. */
export const isToldByDevice = ({ patient_visit }: ListFilter): boolean => patient_visit === undefined

/** Finds the visits of the list among this device's visits. */
export function pickVisits(held: readonly HeldVisit[], rules: ListRules): DeviceList {
  const list = createLister(rules)
  const rows: ListedVisit[] = []
  const added: ListedVisit[] = []
  const changed = new Map<string, ListedVisit | null>()
  const gains = { shown: [] as ListedVisit[], base: [] as ListedVisit[] }
  for (const { visit: shownVisit, base: serverVisit, money, baseMoney } of held) {
    const visit = findPriced(shownVisit)
    // Only a visit whose amounts this reader may see is in the list.
    if (!visit) continue
    const base = serverVisit && findPriced(serverVisit)
    const shown = list(visit, money, visit.isWaiting)
    if (shown) rows.push(shown)
    if (!visit.isWaiting) continue
    const before = base && list(base, baseMoney, false)
    if (shown && !before) added.push(shown)
    else changed.set(visit.id, shown ?? null)
    if (shown) gains.shown.push(shown)
    if (before) gains.base.push(before)
  }
  const compare = compareVisits(rules.order)
  return { rows: rows.sort(compare), added: added.sort(compare), changed, gains }
}

/** Returns the row of a visit, or undefined if it does not match. */
function createLister({ filter, range, decimals }: ListRules) {
  return (visit: PricedVisit, money: VisitMoney | undefined, isWaiting: boolean): ListedVisit | undefined => {
    if (!isInRange(range.spans, visit) || !fitsVisit(visit, filter)) return undefined
    const paid = money
      ? paidBy(range.toDay, money.receipts, money.refunds, decimals)
      : toMinor(visit.paid, decimals)
    const amounts: ListedAmounts = visitAmounts(visit, paid, filter.department_id, decimals)
    if (filter.payment_status !== undefined && amounts.payment_status !== filter.payment_status)
      return undefined
    return { ...visit, amounts, hidden_discount: null, isWaiting }
  }
}

/** Rows of the server merged with this device's changes. */
export interface MergedRows {
  /** `added`, then `kept`. */
  rows: readonly ListedVisit[]
  /** Rows that the server does not list yet. */
  added: readonly ListedVisit[]
  /** The server's current rows, without those that a change takes out of the list. */
  kept: readonly ListedVisit[]
}

/** Merges this device's waiting changes into rows from the server. */
export function withOwn(answered: readonly VisitListRow[], own: DeviceList | undefined): MergedRows {
  if (!own) {
    const kept = answered.flatMap(fromServer)
    return { rows: kept, added: [], kept }
  }
  const listed = new Set(answered.map(({ id }) => id))
  const mine = new Map<string, ListedVisit | null>([
    ...own.changed,
    ...own.added.map((row) => [row.id, row] as const),
  ])
  const kept = answered.flatMap((row) => {
    const change = mine.get(row.id)
    return change === undefined ? fromServer(row) : (change ?? [])
  })
  const added = own.added.filter(({ id }) => !listed.has(id))
  return { rows: [...added, ...kept], added, kept }
}

function fromServer(row: VisitListRow): ListedVisit[] {
  const priced = findPriced(row)
  return priced ? [{ ...priced, isWaiting: false }] : []
}

/** Sums and counts of a list. */
export interface ListTotals {
  sums: VisitTotals
  visits: number
  cancelled: number
}

/** As ListTotals, for readers who may not see everybody's sums. */
export type PartialTotals = Omit<ListTotals, 'sums'> & { sums: VisitTotals | undefined }

/** The sums of rows; cancelled visits are counted but not summed. */
export function totalsOfRows(rows: readonly ListedVisit[], decimals: number): ListTotals {
  const sums = totalsOf(rows.map(asListed), decimals)
  return { sums, visits: sums.visits, cancelled: rows.length - sums.visits }
}

/** Applies this device's waiting changes to the server's sums and counts; a reader without sums gets only counts. */
export function withGains(
  { sums, visits, cancelled }: PartialTotals,
  { gains: { shown, base } }: DeviceList,
  decimals: number,
): PartialTotals {
  const less = sums && addVisits(sums, base.map(asListed), decimals, -1)
  const leftOut = shown.filter(isLeftOut).length - base.filter(isLeftOut).length
  return {
    sums: less && addVisits(less, shown.map(asListed), decimals),
    visits: visits + shown.length - base.length - leftOut,
    cancelled: cancelled + leftOut,
  }
}

const asListed = (row: ListedVisit) => ({ visit: row, amounts: row.amounts })
