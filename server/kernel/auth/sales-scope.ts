import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool } from 'kysely'
import type { Caller, Tx } from '../context.ts'
import type { DB } from '../database/schema.ts'

type VisitTable = { v: DB['visit'] }

/** The caller's properties that decide which sales they may read. */
export type SalesReader = Pick<
  Caller,
  'clientId' | 'userId' | 'branchIds' | 'isClientAdmin' | 'salesReport' | 'salesInvoice'
>

const eb: ExpressionBuilder<VisitTable, 'v'> = expressionBuilder<VisitTable, 'v'>()

/**
 * Payment statuses that each invoice scope of a role shows (docs/masters.md#people); a partial payment is still
 * pending.
 */
const PAYMENTS_OF_SCOPE = {
  All: undefined,
  Paid_Only: ['Paid'],
  Pending_Only: ['Pending', 'Partial_Paid'],
} as const satisfies Record<Caller['salesInvoice'], readonly string[] | undefined>

/**
 * Selects the visits whose sales the caller may read: those of the client, at the caller's branches, and only
 * those they created if the role says so. `v` is the visit in every sales query: docs/decisions/094.
 */
export function salesVisits(tx: Tx, reader: SalesReader) {
  return tx.selectFrom('visit as v').where(readableSales(reader))
}

/** Selects the same visits, limited to those whose invoices the role may read. */
export function invoiceVisits(tx: Tx, reader: SalesReader) {
  return salesVisits(tx, reader).where(readableInvoices(reader))
}

/**
 * Selects the visits of a front desk: all at the reader's branches, no matter who created them. Calendar,
 * visits and device copies show the same visits, so the sales scopes do not limit them.
 */
export function deskVisits(tx: Tx, reader: SalesReader) {
  return salesVisits(tx, { ...reader, salesReport: 'All' })
}

/**
 * Selects the visits whose money the caller may read, for queries that filter the money by its own branch: a
 * receipt that moved to a visit of another branch stays in the drawer of the branch that took it.
 */
export function moneyVisits(tx: Tx, reader: SalesReader) {
  return salesVisits(tx, { ...reader, isClientAdmin: true })
}

function readableSales(reader: SalesReader): Expression<SqlBool> {
  const { clientId, userId, branchIds, isClientAdmin, salesReport } = reader
  const conditions: Expression<SqlBool>[] = [eb('v.client_id', '=', clientId)]
  if (!isClientAdmin)
    conditions.push(branchIds.length > 0 ? eb('v.branch_id', 'in', [...branchIds]) : eb.val(false))
  if (salesReport === 'Self_Created_Only') conditions.push(eb('v.created_by', '=', userId))
  return eb.and(conditions)
}

function readableInvoices({ salesInvoice }: SalesReader): Expression<SqlBool> {
  const statuses = PAYMENTS_OF_SCOPE[salesInvoice]
  return statuses ? eb('v.payment_status', 'in', [...statuses]) : eb.val(true)
}
