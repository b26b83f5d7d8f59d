import { sql } from 'kysely'
import type { CollectionSummary } from '#contract/calls/sales-records.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { type Collection, collectionOf, type Sums } from '#domain/money/sales/collection.ts'
import type { MovementGroup } from '#domain/money/sales/movements.ts'
import { MONTHS } from '#domain/time/month-names.ts'
import { addDays, type DayText } from '#domain/time/zones.ts'
import type { Figures } from './figures.ts'
import { listedMovements } from './movements.ts'
import { sumVisits } from './visit-sums.ts'

/** The amounts received in the range: the one sum that the collection summary, BI and the reconcile page read. */
export interface Received {
  collection: Collection
  /** By month of the visits, oldest first, in minor units. */
  months: { month: string; minor: number }[]
}

interface GroupRow {
  kind: 'Receipt' | 'Refund'
  side: 'Taken' | 'Cancelled'
  mode: string
  person: string
  visit_place: 'Before' | 'In' | 'After'
  for_cancelled: boolean
  is_late: boolean
  is_cancelled_since: boolean
  /** Only set for rows that are summed by month. */
  month: string | null
  amount: string
  hidden: string | null
  count: number
}

/**
 * Reads the movements of the range once, summed by SQL, and adds them up by the rule of
 * domain/money/sales/collection.ts.
 */
export async function readReceived(figures: Figures, includeFuture: boolean): Promise<Received> {
  const { rows } = await sql<GroupRow>`
    select t.kind, t.side, t.mode, t.person, t.visit_place, t.for_cancelled, t.is_late, t.is_cancelled_since,
      to_char(t.month, 'YYYY-MM') as month, sum(t.amount) as amount, sum(t.hidden) as hidden, count(*)::int as count
    from (select t.*, date_trunc('month', t.visit_day)::date as month
      from ${listedMovements(figures, {})} t) t
    group by grouping sets (
      (t.kind, t.side, t.mode, t.person, t.visit_place, t.for_cancelled, t.is_late, t.is_cancelled_since),
      (t.kind, t.side, t.visit_place, t.month))`.execute(figures.tx)
  const minor = (amount: string) => toMinor(amount, decimalsOf(figures))
  const groups = rows.filter(({ month }) => month === null).map((row) => toGroup(row, minor))
  const months = new Map<string, number>()
  for (const row of rows)
    if (row.month !== null && (includeFuture || row.visit_place !== 'After')) {
      const sign = (row.kind === 'Receipt') === (row.side === 'Taken') ? 1 : -1
      months.set(row.month, (months.get(row.month) ?? 0) + sign * minor(row.amount))
    }
  return {
    collection: collectionOf(groups, { includeFuture }),
    months: [...months]
      .map(([month, sum]) => ({ month, minor: sum }))
      .toSorted((a, b) => (a.month < b.month ? -1 : 1)),
  }
}

const decimalsOf = ({ scale }: Figures) => Math.round(Math.log10(scale))

const toGroup = (row: GroupRow, minor: (amount: string) => number): MovementGroup => ({
  kind: row.kind === 'Receipt' ? 'receipt' : 'refund',
  side: row.side === 'Taken' ? 'made' : 'cancelled',
  mode: row.mode,
  person: row.person,
  visit: PLACES[row.visit_place],
  isForCancelled: row.for_cancelled,
  isLate: row.is_late,
  isCancelledSince: row.is_cancelled_since,
  minor: minor(row.amount),
  hidden: minor(row.hidden ?? '0'),
  count: row.count,
})

const PLACES = { Before: 'before', In: 'in', After: 'after' } as const

/** Sums received minus refunded by mode, for BI. */
export async function sumPayments(figures: Figures, includeFuture: boolean) {
  const { collection } = await readReceived(figures, includeFuture)
  const money = (minor: number) => fromMinor(minor, decimalsOf(figures))
  return {
    total: money(collection.net),
    modes: collection.modes.map(({ mode, received, refunded, net }) => ({
      mode,
      amount: money(received),
      refund: money(refunded),
      net: money(net),
    })),
  }
}

/** Returns the collection summary: the amounts billed for the visits of the range, and the amounts received in it. */
export async function summarizeCollection(
  figures: Figures,
  includeFuture: boolean,
): Promise<CollectionSummary> {
  const includeFutureReceipt = includeFuture ? 'Y' : 'N'
  const { totals } = await sumVisits(figures, { base: 'Invoices', filter: { includeFutureReceipt } })
  const { collection, months } = await readReceived(figures, includeFuture)
  const money = (minor: number) => fromMinor(minor, decimalsOf(figures))
  const noted = ({ count, net }: Sums) => ({ count, amount: money(net) })
  const names = await selectNames(
    figures,
    collection.people.map(({ person }) => person),
  )
  return {
    invoice: { ...totals, paid_for_cancelled: money(collection.forCancelled.net) },
    net_received: money(collection.net),
    net_received_prev: money(collection.previous.net),
    net_received_ex_prev: money(collection.exPrevious.net),
    net_received_future: money(collection.future.net),
    total_received_mode_wise: collection.modes.map((sums) => ({
      mode: sums.mode,
      amount: money(sums.received),
      amount_ex_prev: money(sums.receivedExPrevious),
      prev_amt: money(sums.receivedPrevious),
      refund: money(sums.refunded),
      net: money(sums.net),
      count: sums.count,
    })),
    total_refund_mode_wise: collection.modes
      .filter(({ refunded }) => refunded !== 0)
      .map(({ mode, refunded }) => ({ mode, amount: money(refunded) })),
    user_wise_received: collection.people.map((sums) => ({
      created_by: sums.person,
      created_by_name: names.get(sums.person) ?? '',
      mode: sums.mode,
      amount: money(sums.received),
      refund: money(sums.refunded),
      net: money(sums.net),
      hidden_discount: figures.seesHidden ? money(sums.hidden) : null,
    })),
    rcvd_between_dates: months.map(({ month, minor }) => lineOfMonth(month, money(minor))),
    arrived_after_close: noted(collection.late),
    cancelled_since: noted(collection.cancelledSince),
  }
}

async function selectNames(
  { tx, caller }: Figures,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('app_user as u')
    .select(['u.id', 'u.name'])
    .where('u.client_id', '=', caller.clientId)
    .where('u.id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns a between-dates line: the visits of one month, with the days that the list of receipts needs for it. */
function lineOfMonth(month: string, value: number) {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const first: DayText = `${month}-01`
  const next =
    number === 12
      ? `${String(year + 1).padStart(4, '0')}-01-01`
      : `${month.slice(0, 5)}${String(number + 1).padStart(2, '0')}-01`
  return {
    label: `Visits of ${MONTHS[number - 1]}, ${year}`,
    value,
    filterDate: { visit_from_date: first, visit_to_date: addDays(next, -1) },
  }
}
