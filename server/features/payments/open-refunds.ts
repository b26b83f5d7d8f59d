import { sql } from 'kysely'
import type { OpenRefund, paymentCalls } from '#contract/calls/payments.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { VisitStatus } from '#domain/status/visit-status.ts'
import type { Context } from '#server/kernel/context.ts'
import { findBranchOf } from '../branches/public/find-branch-of.ts'
import { visibleVisits } from '../visits/public/store.ts'

type Call = typeof paymentCalls.openRefunds

/** The most rows in the list. */
const MOST = 500

/**
 * Reads the visits that hold more than the patient or the scheme owes, by the rule of domain/money/balance.ts. A
 * visit is listed until the money is refunded (docs/decisions/283).
 */
export async function readOpenRefunds(
  ctx: Context,
  { branch_id }: ParsedInputOf<Call>,
): Promise<OutputOf<Call>['result']> {
  const { tx, caller } = ctx
  if (branch_id !== undefined && !(await findBranchOf(tx, caller, branch_id))) throw new Refusal('not_found')
  let query = tx
    .selectFrom('visit as v')
    .innerJoin('patient as p', (on) =>
      on.onRef('p.client_id', '=', 'v.client_id').onRef('p.id', '=', 'v.patient_id'),
    )
    .select([
      'v.id',
      'v.branch_id',
      'v.visit_no',
      'v.start_dt',
      'v.status',
      'v.net_charges',
      'v.last_money_day',
    ])
    .select(['p.pat_id', sql<string>`trim(p.fname || ' ' || p.lname)`.as('name')])
    .select(sql<string>`v.received - v.refunded`.as('paid'))
    .select([TO_REFUND(caller.clientId).as('to_refund'), TO_RETURN(caller.clientId).as('to_return')])
    .where('v.client_id', '=', caller.clientId)
    .where(MAYBE_OVERPAID)
    .where(sql<boolean>`(${TO_REFUND(caller.clientId)} > 0 or ${TO_RETURN(caller.clientId)} > 0)`)
    .where(visibleVisits(caller))
  if (branch_id !== undefined) query = query.where('v.branch_id', '=', branch_id)
  const rows = await query
    .orderBy(sql`v.last_money_day nulls first`)
    .orderBy('v.id')
    .limit(MOST + 1)
    .execute()
  const visits = rows.slice(0, MOST).map(toRow)
  if (visits.length > 0) await ctx.audit('read', 'visit', undefined, { open_refunds: visits.length })
  return { visits, is_whole: rows.length > MOST ? 0 : 1 }
}

/** Must equal the predicate of the index visit_overpaid. */
const MAYBE_OVERPAID = sql<boolean>`(v.received - v.refunded - v.settled > v.net_charges * v.patient_share / 100
  or v.settled > v.net_charges * (100 - v.patient_share) / 100)`

const patientNet = (clientId: string) => sql<string>`round(v.net_charges * v.patient_share / 100,
  (select c.no_of_decimal from client c where c.id = ${clientId}))`
const TO_REFUND = (clientId: string) =>
  sql<string>`greatest(0, v.received - v.refunded - v.settled - ${patientNet(clientId)})`
const TO_RETURN = (clientId: string) =>
  sql<string>`greatest(0, v.settled - (v.net_charges - ${patientNet(clientId)}))`

interface StoredOpen
  extends Omit<OpenRefund, 'start_dt' | 'status' | 'net_charges' | 'paid' | 'to_refund' | 'to_return'> {
  start_dt: Date
  status: number
  net_charges: string
  paid: string
  to_refund: string
  to_return: string
}

const toRow = (row: StoredOpen): OpenRefund => ({
  ...row,
  start_dt: row.start_dt.toISOString(),
  // The table constrains the statuses to these.
  status: row.status as VisitStatus,
  net_charges: Number(row.net_charges),
  paid: Number(row.paid),
  to_refund: Number(row.to_refund),
  to_return: Number(row.to_return),
})
