import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { toMinor } from '#domain/money/minor-units.ts'
import {
  CANCELLED_MONEY,
  counts,
  type ReceiptStatus,
  type RefundStatus,
} from '#domain/status/payment-status.ts'
import type { Context } from '#server/kernel/context.ts'
import { demandReason } from '#server/kernel/demand-reason.ts'
import { releaseCommissions } from '../referral-commissions/public/use-commissions.ts'
import { visitPartChanged } from '../visits/public/reading/announce-parts.ts'
import { getVisitRow } from '../visits/public/store.ts'
import { type LockedVisit, lockVisit } from '../visits/public/write-store.ts'
import { readBill, settleBill } from './public/bill.ts'
import { dayOfCancellation } from './public/money-day.ts'
import { findReceipts, findRefunds, selectReceipts, selectRefunds } from './public/store.ts'

interface Cancellation {
  id: string
  appt_id: string
  reason: string
}

/**
 * Cancels a receipt: it keeps its number, is marked with by whom, when and why, and no longer counts. Throws if more
 * was refunded than the patient would then have paid. Cancelling a settlement frees the commissions that it used.
 */
export async function cancelReceipt(ctx: Context, input: Cancellation) {
  const visit = await lockVisit(ctx, input.appt_id)
  const reason = demandReason(input.reason)
  const [receipt] = await findReceipts(ctx.tx, ctx.caller.clientId, [input.id])
  if (!receipt || receipt.visit_id !== visit.id) throw new Refusal('not_found')
  if (mustCancel(ctx, receipt)) {
    const { patientPaid, decimals } = await readBill(ctx, visit.id)
    const { settlement_id } = receipt
    if (settlement_id === null && patientPaid < toMinor(receipt.amount, decimals))
      throw new Refusal('over_received', 'Part of this money was refunded. Cancel the refund first.')
    if (settlement_id !== null) await releaseCommissions(ctx, visit.id, settlement_id)
    await cancelRow(ctx, 'receipt', visit, receipt, reason)
    await settleBill(ctx, visit)
  }
  return {
    receipts: await selectReceipts(ctx.tx, ctx.caller, [receipt.id]),
    visit: await getVisitRow(ctx.tx, ctx.caller, visit.id),
  }
}

/** Cancels a refund: the money was not paid out, and counts as received again. */
export async function cancelRefund(ctx: Context, input: Cancellation) {
  const visit = await lockVisit(ctx, input.appt_id)
  const reason = demandReason(input.reason)
  const [refund] = await findRefunds(ctx.tx, ctx.caller.clientId, [input.id])
  if (!refund || refund.visit_id !== visit.id) throw new Refusal('not_found')
  if (mustCancel(ctx, refund)) {
    await cancelRow(ctx, 'refund', visit, refund, reason)
    await settleBill(ctx, visit)
  }
  return {
    refunds: await selectRefunds(ctx.tx, ctx.caller, [refund.id]),
    visit: await getVisitRow(ctx.tx, ctx.caller, visit.id),
  }
}

// Returns false for a repeat by the person who cancelled it, who gets the same response as the first time. Throws for
// anybody else.
function mustCancel({ caller }: Context, money: { status: string; cancelled_by: string | null }): boolean {
  if (counts(money.status as ReceiptStatus | RefundStatus)) return true
  if (money.cancelled_by === caller.userId) return false
  throw new Refusal('refused', 'This was already cancelled.')
}

async function cancelRow(
  ctx: Context,
  table: 'receipt' | 'refund',
  visit: LockedVisit,
  { id, branch_id }: { id: string; branch_id: string },
  reason: string,
): Promise<void> {
  const { clientId, userId } = ctx.caller
  const cancelDay = await dayOfCancellation(ctx, branch_id)
  const { rows } = await sql<{ rev: number }>`update ${sql.table(table)} set
      status = ${CANCELLED_MONEY}, cancelled_on = ${ctx.now}, cancelled_by = ${userId},
      cancel_day = ${cancelDay}, cancel_reason = ${reason}, rev = rev + 1
    where client_id = ${clientId} and id = ${id} returning rev`.execute(ctx.tx)
  const [row] = rows
  if (!row) throw new Error('money that was just read is not there')
  visitPartChanged(ctx, table, { id, rev: row.rev }, visit)
  await ctx.audit('cancel', table, id, { visit_id: visit.id })
}
