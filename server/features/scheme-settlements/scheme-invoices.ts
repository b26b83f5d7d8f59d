import type { PricedVisit } from '#contract/calls/priced-visit.ts'
import type { SchemeInvoiceRow } from '#contract/calls/scheme-settlements.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import {
  findUnsettleable,
  isOnePayer,
  type Payer,
  payerOf,
  type UnsettleableReason,
} from '#domain/money/settlement.ts'
import { visitReceivable, visitSettleable } from '#domain/money/visit-money.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import { decimalsOf } from '#server/masters/decimals.ts'
import { type OpenCommission, openCommissions } from '../referral-commissions/public/use-commissions.ts'
import { selectVisibleVisitIds, selectVisitRows } from '../visits/public/store.ts'

const ONE_PAYER = 'You can not settle amount for multiple Hospital/Doctor at once!'
const REASONS: Record<UnsettleableReason, string> = {
  no_scheme: 'has no referral scheme',
  cancelled: 'is cancelled',
  paid: 'is paid already',
}

/** An invoice as read in this transaction, with its payer and the open amount. */
export interface OpenInvoice {
  row: SchemeInvoiceRow
  commissions: readonly OpenCommission[]
}

/** Returns true if the caller may read commission amounts, which needs the commission report. */
export const seesCommissions = ({ permissions }: Caller): boolean =>
  permissions.has('referral_commission_report')

/** Returns the invoices of a settlement that a person prepares. */
export async function listSchemeInvoices(
  ctx: Context,
  { ids }: { ids: string[] },
): Promise<SchemeInvoiceRow[]> {
  return (await readSchemeInvoices(ctx, ids)).map(({ row }) => row)
}

/**
 * Reads invoices that are to be settled, in the order of `ids`. Throws if one is not visible here (`not_found`),
 * cannot be settled, or if they have more than one payer.
 */
export async function readSchemeInvoices(ctx: Context, ids: readonly string[]): Promise<OpenInvoice[]> {
  if (new Set(ids).size < ids.length)
    throw new Refusal('invalid', undefined, { fields: { ids: 'name one invoice twice' } })
  const visible = await selectVisibleVisitIds(ctx.tx, ctx.caller, ids)
  if (visible.length < ids.length) throw new Refusal('not_found')
  const visits = await selectVisitRows(ctx.tx, ctx.caller, ids)
  const paid = visits.map((visit) => ({ visit, payer: demandPayer(visit) }))
  const [first] = paid
  if (!first || !isOnePayer(paid.map(({ payer }) => payer))) throw new Refusal('refused', ONE_PAYER)
  const name = await nameOf(ctx, first.payer)
  const commissions = seesCommissions(ctx.caller) ? await openCommissions(ctx, ids, first.payer) : undefined
  const decimals = await decimalsOf(ctx)
  return paid.map(({ visit, payer }) => {
    const open = commissions?.filter(({ appt_id }) => appt_id === visit.id)
    return { row: rowOf(visit, { ...payer, name }, open, decimals), commissions: open ?? [] }
  })
}

function demandPayer(visit: PricedVisit): Payer {
  const reason = findUnsettleable(visit)
  if (reason) throw new Refusal('refused', `Visit ${visit.visit_no} ${REASONS[reason]}.`)
  const payer = payerOf(visit)
  if (!payer) throw new Error('an invoice that can be settled has a payer')
  return payer
}

function rowOf(
  visit: PricedVisit,
  payer: Payer & { name: string },
  commissions: readonly OpenCommission[] | undefined,
  decimals: number,
): SchemeInvoiceRow {
  const open = commissions?.reduce((sum, { minor }) => sum + minor, 0)
  return {
    appt_id: visit.id,
    visit_no: visit.visit_no,
    branch_id: visit.branch_id,
    branch: visit.branch,
    start_dt: visit.start_dt,
    pat_id: visit.pat_id,
    pat_name: visit.name,
    scheme: visit.ref_dr_scheme,
    payer_type: payer.type,
    payer_id: payer.id,
    payer: payer.name,
    net_charges: visit.net_charges,
    paid: visit.paid,
    balance: visit.balance,
    patient_balance: fromMinor(visitReceivable(visit, decimals), decimals),
    rest: fromMinor(visitSettleable(visit, decimals), decimals),
    commission: open === undefined ? null : fromMinor(open, decimals),
  }
}

async function nameOf({ tx, caller }: Context, { id }: Payer): Promise<string> {
  const row = await tx
    .selectFrom('app_user')
    .select('name')
    .where('client_id', '=', caller.clientId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.name ?? ''
}
