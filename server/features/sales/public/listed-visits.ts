import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PaymentStatus } from '#domain/status/payment-status.ts'
import { deskVisits, invoiceVisits, salesVisits } from '#server/kernel/auth/sales-scope.ts'
import { type VisitConditions, visitConditions } from '../visit-filter.ts'
import { hiddenOf, isCancelled, isInvoiced, paidOf, paymentStatusOf, settledOf } from './amounts.ts'
import { startsInRange } from './figure-scope.ts'
import type { Figures } from './figures.ts'

/**
 * The visits that a figure starts from: those of the desk (Patients Visits), those of sales within the reader's
 * scopes (summaries beside it, BI), the invoices among them that are not cancelled (sales report), or all visits
 * whose invoices the role may read, cancelled or not (leakage).
 */
export type VisitBase = 'Desk' | 'Sales' | 'Invoices' | 'Any'
const BASES = {
  Desk: deskVisits,
  Sales: salesVisits,
  Invoices: invoiceVisits,
  Any: invoiceVisits,
} as const

export interface VisitQuery {
  base: VisitBase
  filter: VisitConditions & {
    payment_status?: PaymentStatus | undefined
    includeFutureReceipt?: 'Y' | 'N' | undefined
  }
  /** Includes visits of any day: for acts on records that are given by id. */
  isAnyDay?: boolean
  /** Only these visits: the rows of a page. */
  ids?: readonly string[]
}

/**
 * Returns the visits of a query with their amounts, to be read as a table `b`: id, start_dt, branch_id, patient_id,
 * charges, discount, net, paid, settled, payment_status, hidden, is_cancelled.
 */
export function listedVisits(
  figures: Figures,
  { base, filter, ids, isAnyDay }: VisitQuery,
): RawBuilder<unknown> {
  const { payment_status, includeFutureReceipt } = filter
  const visits = BASES[base](figures.tx, figures.caller)
    .$if(!isAnyDay, (query) => query.where(startsInRange(figures.scope)))
    .where((eb) => eb.and(visitConditions(figures, filter)))
    .$if(base === 'Invoices', (query) =>
      query.where(isInvoiced).where(sql<SqlBool>`not ${isCancelled(figures)}`),
    )
    .$if(ids !== undefined, (query) =>
      query.where('v.id', '=', sql<string>`any(${[...(ids ?? [])]}::uuid[])`),
    )
    .select(['v.id', 'v.start_dt', 'v.branch_id', 'v.patient_id', 'v.charges', 'v.discount'])
    .select([
      'v.net_charges as net',
      paidOf(figures, includeFutureReceipt === 'Y').as('paid'),
      settledOf(figures, includeFutureReceipt === 'Y').as('settled'),
      hiddenOf(figures).as('hidden'),
      isCancelled(figures).as('is_cancelled'),
    ])
  const status = paymentStatusOf(sql`x.net`, sql`x.paid`)
  const isWanted = payment_status === undefined ? sql`` : sql`where ${status} = ${payment_status}`
  return sql`(select x.*, ${status} as payment_status from ${visits} x ${isWanted})`
}
