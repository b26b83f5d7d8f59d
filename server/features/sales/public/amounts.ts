import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { CANCELLED_STATUS } from '#domain/status/visit-status.ts'
import { reachesToday } from './figure-scope.ts'
import type { Figures } from './figures.ts'

/* The amounts of the visit `v` of a query as SQL expressions. Amounts are exact numeric in the client's currency. */

/**
 * True if the visit or all of its services are cancelled, so that it counts in no sum of invoices
 * (docs/decisions/192). Only a visit without charges can have only cancelled services, so few visits need the
 * subquery; cancelled is the highest status.
 */
export const isCancelled = ({ caller }: Pick<Figures, 'caller'>): RawBuilder<boolean> =>
  sql<boolean>`(v.status = ${CANCELLED_STATUS} or (v.charges = 0 and (select min(x.status) from visit_service x
    where x.client_id = ${caller.clientId} and x.visit_id = v.id) is not distinct from ${CANCELLED_STATUS}))`

/**
 * True if `rows` (a table with its condition) has a row. Unlike EXISTS below an OR, PostgreSQL never evaluates it by
 * reading the whole table into memory first.
 */
export const hasAny = (rows: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(select true from ${rows} limit 1) is true`

/** True if the visit has an invoice: from its start, or from its first receipt. */
export const isInvoiced: RawBuilder<SqlBool> = sql<SqlBool>`(v.started_on is not null or v.received > 0)`

/** True if the visit has started and is not cancelled. */
export const hasStarted = (figures: Pick<Figures, 'caller'>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(v.started_on is not null and not ${isCancelled(figures)})`

/**
 * Received minus refunded: all of it with future receipts, otherwise until the end of the range's last day.
 * A range that reaches today includes all money, and so does one that ends after the visit's last money movement:
 * then the visit's own sums are read (docs/decisions/242).
 */
export function paidOf(figures: Figures, includesFuture: boolean): RawBuilder<string> {
  if (includesFuture || reachesToday(figures.scope, figures.now))
    return sql<string>`(v.received - v.refunded)`
  return sql<string>`(case when ${isAtRest(figures)} then v.received - v.refunded
    else ${movedBy(figures, 'receipt')} - ${movedBy(figures, 'refund')} end)`
}

/** The amount of the visit settled by hospitals and doctors, by the same rule as `paidOf`. */
export function settledOf(figures: Figures, includesFuture: boolean): RawBuilder<string> {
  if (includesFuture || reachesToday(figures.scope, figures.now)) return sql<string>`v.settled`
  return sql<string>`(case when ${isAtRest(figures)} then v.settled
    else ${movedBy(figures, 'receipt', sql`and m.settlement_id is not null`)} end)`
}

/** The amount refunded to the visit, by the same rule as `paidOf`. */
export function refundedOf(figures: Figures, includesFuture: boolean): RawBuilder<string> {
  if (includesFuture || reachesToday(figures.scope, figures.now)) return sql<string>`v.refunded`
  return sql<string>`(case when ${isAtRest(figures)} then v.refunded else ${movedBy(figures, 'refund')} end)`
}

/** True if no money of the visit moved after the range. Null, hence not true, if the visit's last day is unknown. */
const isAtRest = ({ scope }: Figures): RawBuilder<SqlBool> =>
  sql<SqlBool>`v.last_money_day <= ${scope.toDay}::date`

function movedBy(
  { caller, scope }: Figures,
  table: 'receipt' | 'refund',
  only: RawBuilder<unknown> = sql``,
): RawBuilder<string> {
  const day = scope.toDay
  return sql<string>`(select coalesce(sum(m.amount), 0) from ${sql.table(table)} m
    where m.client_id = ${caller.clientId} and m.visit_id = v.id ${only} and m.business_day <= ${day}::date
      and (m.cancel_day is null or m.cancel_day > ${day}::date))`
}

/** The payment status of `net`, by the rule of domain/money/balance.ts. */
export const paymentStatusOf = (net: RawBuilder<unknown>, paid: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`case when ${paid} >= ${net} then 'Paid' when ${paid} > 0 then 'Partial_Paid' else 'Pending' end`

/**
 * The special management discount of the visit: its newest row. It is not part of any other amount. Null if the
 * client does not have the module, so that no column shows it.
 */
export function hiddenOf({ caller, seesHidden }: Figures): RawBuilder<string | null> {
  if (!seesHidden) return sql<null>`null::numeric`
  return sql<string>`(case when v.has_hidden then (select h.amount from hidden_discount h
    where h.client_id = ${caller.clientId} and h.visit_id = v.id
    order by h.created desc, h.id desc limit 1) else 0 end)`
}
