import type { paymentCalls } from '#contract/calls/payments.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { minorToText } from '#domain/money/minor-units.ts'
import type { Context } from '#server/kernel/context.ts'
import { demandReason } from '#server/kernel/demand-reason.ts'
import { takeNumbers } from '#server/kernel/number-series.ts'
import { visitPartChanged } from '../visits/public/reading/announce-parts.ts'
import { getVisitRow } from '../visits/public/store.ts'
import { type LockedVisit, lockVisit } from '../visits/public/write-store.ts'
import { demandPayable } from './payment-rules.ts'
import { readBill, settleBill } from './public/bill.ts'
import { dayOfMoney } from './public/money-day.ts'
import { findRefunds, insertRefunds, type StoredRefund, selectRefunds } from './public/store.ts'
import { demandRefundable } from './refund-rules.ts'

type Input = ParsedInputOf<typeof paymentCalls.createRefunds>
type RefundInput = Input['refunds'][number]

/**
 * Refunds money in one or several modes as ONE act, with a reason, and never more than the patient paid. A hospital's
 * or doctor's settlement is returned by cancelling its receipt, and an insurer's money is returned to the insurer.
 * Allowed for cancelled visits too: what they paid is refundable (docs/money.md). `list` is the name of the refunds
 * in refused fields.
 */
export async function createRefunds(ctx: Context, input: Input, list = 'refunds') {
  const visit = await lockVisit(ctx, input.appt_id)
  const ids = input.refunds.map(({ id }) => id)
  const known = await findRefunds(ctx.tx, ctx.caller.clientId, ids)
  if (known.length > 0) demandSame(known, input, ctx)
  else await record(ctx, visit, input, list)
  const refunds = await selectRefunds(ctx.tx, ctx.caller, ids)
  return { refunds, visit: await getVisitRow(ctx.tx, ctx.caller, visit.id) }
}

async function record(
  ctx: Context,
  visit: LockedVisit,
  { refunds, reason }: Input,
  list: string,
): Promise<void> {
  const { decimals } = await readBill(ctx, visit.id)
  await demandPayable(ctx, refunds, { list, decimals, isRefund: true })
  const reasons = demandReasons(refunds, reason)
  const given = await demandRefundable(ctx, visit.id, refunds, { list, decimals })
  await insertRefundRows(
    ctx,
    visit,
    refunds.map((refund, at) => ({
      ...refund,
      reason: reasons[at] ?? '',
      pay_scheme_id: given[at]?.schemeId ?? null,
      amount: minorToText(given[at]?.minor ?? 0, decimals),
    })),
  )
}

/**
 * Returns the reason of each refund: the reason of the whole act, otherwise its own remarks. Throws `reason_needed`
 * without either.
 */
function demandReasons(refunds: readonly RefundInput[], reason = ''): string[] {
  return refunds.map(({ remarks = '' }) => demandReason(reason.trim() || remarks))
}

interface ReasonedRefund extends Omit<RefundInput, 'amount'> {
  amount: string
  reason: string
  pay_scheme_id: string | null
}

async function insertRefundRows(
  ctx: Context,
  visit: LockedVisit,
  refunds: readonly ReasonedRefund[],
): Promise<void> {
  const { clientId, userId } = ctx.caller
  const day = await dayOfMoney(ctx, visit.branch_id, ctx.now)
  const numbers = await takeNumbers(ctx.tx, clientId, 'refund', refunds.length, visit.branch_id)
  const rows = refunds.map((one, at) => ({
    client_id: clientId,
    id: one.id,
    visit_id: visit.id,
    branch_id: visit.branch_id,
    mode: one.mode,
    // There are as many numbers as refunds.
    refund_no: numbers[at]!,
    amount: one.amount,
    ref_no: one.ref_no ?? '',
    remarks: one.remarks ?? '',
    reason: one.reason,
    pay_scheme_id: one.pay_scheme_id,
    ...day,
    created: ctx.now,
    created_by: userId,
  }))
  await insertRefunds(ctx.tx, rows)
  for (const { id, mode, amount, refund_no } of rows) {
    visitPartChanged(ctx, 'refund', { id, rev: 1 }, visit)
    await ctx.audit('refund', 'refund', id, { visit_id: visit.id, refund_no, mode, amount })
  }
  await settleBill(ctx, visit)
}

// Accepts a repeat with the same ids and content; throws if the same ids have other content.
function demandSame(known: readonly StoredRefund[], { appt_id, refunds }: Input, ctx: Context): void {
  const byId = new Map(known.map((one) => [one.id, one]))
  const isSame = (given: RefundInput) => {
    const stored = byId.get(given.id)
    return (
      stored !== undefined &&
      stored.visit_id === appt_id &&
      stored.mode === given.mode &&
      Number(stored.amount) === given.amount &&
      stored.created_by === ctx.caller.userId
    )
  }
  if (known.length !== refunds.length || !refunds.every(isSame)) throw new Refusal('id_reused')
}
