import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { type Bill, billOf } from '#domain/money/balance.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { counts, type ReceiptStatus, type RefundStatus } from '#domain/status/payment-status.ts'
import { noticeBill } from '#server/features/notices/visit-notices.ts'
import { changeStudy, type LockedStudy } from '#server/features/studies/public/write-store.ts'
import { raiseInvoiceVersion } from '#server/features/visits/public/prices/raise-invoice-version.ts'
import { changeVisit, type LockedVisit } from '#server/features/visits/public/write-store.ts'
import type { Context } from '#server/kernel/context.ts'
import { decimalsOf } from '#server/masters/decimals.ts'
import { invoiceColumns } from './invoice-number.ts'

const UNALLOCATED = 'unallocated'

/** Reads what a visit owes and what was paid, in minor units, within this transaction. The visit must be locked. */
export async function readBill(ctx: Pick<Context, 'tx' | 'caller'>, visitId: string): Promise<VisitBill> {
  const key = { client_id: ctx.caller.clientId, visit_id: visitId }
  const [visit, receipts, refunds, decimals] = [
    await ctx.tx
      .selectFrom('visit')
      .select(['net_charges', 'patient_share', 'received', 'refunded', 'settled', 'payment_status', 'flags'])
      .select('last_money_day')
      .where('client_id', '=', key.client_id)
      .where('id', '=', visitId)
      .executeTakeFirstOrThrow(),
    await ctx.tx
      .selectFrom('receipt')
      .select(['amount', 'status', 'is_unallocated', 'settlement_id', 'business_day', 'cancel_day'])
      .where('client_id', '=', key.client_id)
      .where('visit_id', '=', visitId)
      .execute(),
    await ctx.tx
      .selectFrom('refund')
      .select(['amount', 'status', 'business_day', 'cancel_day'])
      .where('client_id', '=', key.client_id)
      .where('visit_id', '=', visitId)
      .execute(),
    await decimalsOf(ctx),
  ]
  const minor = ({ amount }: { amount: string }) => toMinor(amount, decimals)
  return {
    ...billOf(
      toMinor(visit.net_charges, decimals),
      // The tables constrain the statuses to these.
      receipts.map((one) => ({
        minor: minor(one),
        status: one.status as ReceiptStatus,
        isSettlement: one.settlement_id !== null,
      })),
      refunds.map((one) => ({ minor: minor(one), status: one.status as RefundStatus })),
      Number(visit.patient_share),
    ),
    decimals,
    isUnallocated: receipts.some((one) => one.is_unallocated && counts(one.status as ReceiptStatus)),
    lastMoneyDay: lastDayOf([...receipts, ...refunds]),
    stored: visit,
  }
}

/** The bill of a visit, with the values stored in the visit's row. */
export interface VisitBill extends Bill {
  decimals: number
  /** True while money over the balance waits for a person. */
  isUnallocated: boolean
  /** The last day on which money of the visit moved; null if none ever did. */
  lastMoneyDay: string | null
  stored: {
    received: string
    refunded: string
    settled: string
    payment_status: string
    flags: string[]
    last_money_day: string | null
  }
}

const lastDayOf = (money: readonly { business_day: string; cancel_day: string | null }[]) =>
  money.reduce<string | null>((last, { business_day, cancel_day }) => {
    const day = cancel_day !== null && cancel_day > business_day ? cancel_day : business_day
    return last === null || day > last ? day : last
  }, null)

/**
 * Updates a visit's money after its receipts, refunds or charges changed: the sums received and refunded, the last
 * day on which money moved, the payment status of the visit and of its studies, and the flag `unallocated`. The first
 * money gives the invoice its number. Writes only values that differ.
 */
export async function settleBill(ctx: Context, visit: LockedVisit): Promise<void> {
  const bill = await readBill(ctx, visit.id)
  const { stored, decimals } = bill
  const others = stored.flags.filter((flag) => flag !== UNALLOCATED)
  const flags = bill.isUnallocated ? [...others, UNALLOCATED] : others
  const invoice = bill.received > 0 ? await invoiceColumns(ctx, visit) : {}
  const isSame =
    invoice.invoice_no === undefined &&
    toMinor(stored.received, decimals) === bill.received &&
    toMinor(stored.refunded, decimals) === bill.refunded &&
    toMinor(stored.settled, decimals) === bill.settled &&
    stored.payment_status === bill.status &&
    stored.last_money_day === bill.lastMoneyDay &&
    flags.length === stored.flags.length
  if (!isSame)
    await changeVisit(ctx, visit, {
      received: fromMinor(bill.received, decimals),
      refunded: fromMinor(bill.refunded, decimals),
      settled: fromMinor(bill.settled, decimals),
      payment_status: bill.status,
      last_money_day: bill.lastMoneyDay,
      flags,
      ...invoice,
    })
  await settleStudies(ctx, visit.id, bill.status)
  await noticeBill(ctx, visit, bill)
}

// Copies the payment status to the studies; results are withheld until payment by that column (docs/studies.md).
async function settleStudies(ctx: Context, visitId: string, status: string): Promise<void> {
  const studies = await ctx.tx
    .selectFrom('study')
    .selectAll()
    .where('client_id', '=', ctx.caller.clientId)
    .where('hidden', 'is', null)
    .where('payment_status', '<>', status)
    .where(
      'visit_service_id',
      'in',
      ctx.tx
        .selectFrom('visit_service')
        .select('id')
        .where('client_id', '=', ctx.caller.clientId)
        .where('visit_id', '=', visitId),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const study of studies) await changeStudy(ctx, study as LockedStudy, { payment_status: status })
}

/**
 * Call this before charges, discounts or services of a visit change. Once the invoice has its number or money was
 * received, stores the current invoice and begins the next version. After the first receipt `reason` is required
 * (Refusal `reason_needed`).
 * The caller must write the visit next, which also announces the new version to the feed.
 */
export async function newInvoiceVersion(
  ctx: Context,
  visit: LockedVisit,
  reason: string | undefined,
): Promise<void> {
  const { clientId, userId } = ctx.caller
  const receipt = await ctx.tx
    .selectFrom('receipt')
    .select('id')
    .where('client_id', '=', clientId)
    .where('visit_id', '=', visit.id)
    .limit(1)
    .executeTakeFirst()
  if (!receipt && visit.invoice_no === '') return
  const why = reason?.trim() ?? ''
  // A person who worked offline could not know of another desk's receipt, so no reason was requested.
  if (receipt && why === '' && !ctx.madeOffline) throw new Refusal('reason_needed')
  await sql`insert into invoice_version (client_id, visit_id, version, invoice, reason, created, created_by)
    select v.client_id, v.id, v.invoice_version, jsonb_build_object(
      'invoice_no', v.invoice_no, 'charges', v.charges, 'discount', v.discount, 'net_charges', v.net_charges,
      'discount_head_id', v.discount_head_id, 'patient_share', v.patient_share,
      'services', coalesce((
        select jsonb_agg(jsonb_build_object('id', s.id, 'service_id', s.service_id, 'code', s.code, 'name', s.name,
          'status', s.status, 'charges', s.charges, 'discount', s.discount, 'net_charges', s.net_charges)
          order by s.place, s.id)
        from visit_service s where s.client_id = v.client_id and s.visit_id = v.id), '[]')),
      ${why}, ${ctx.now}, ${userId}
    from visit v where v.client_id = ${clientId} and v.id = ${visit.id}`.execute(ctx.tx)
  await raiseInvoiceVersion(ctx, visit)
  await ctx.audit('change_invoice', 'visit', visit.id, { version: visit.invoice_version + 1 })
}
