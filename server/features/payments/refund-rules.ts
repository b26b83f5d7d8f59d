import { Refusal } from '#contract/kernel/error-codes.ts'
import { toMinor } from '#domain/money/minor-units.ts'
import { needsScheme } from '#domain/money/payment-modes.ts'
import { findRefundProblem, REFUND_PROBLEMS, type RefundPot, refundPots } from '#domain/money/refundable.ts'
import type { ReceiptStatus, RefundStatus } from '#domain/status/payment-status.ts'
import type { Context } from '#server/kernel/context.ts'

/** One mode of a refund, as received. */
interface Given {
  mode: string
  amount: number
  pay_scheme_id?: string | null | undefined
}

/** Reads the rest of a visit's money by the modes in which it came in, in minor units. The visit must be locked. */
export async function readRefundPots(
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
  visitId: string,
  decimals: number,
): Promise<RefundPot[]> {
  const receipts = await tx
    .selectFrom('receipt')
    .select(['mode', 'amount', 'status', 'pay_scheme_id', 'settlement_id', 'created'])
    .where('client_id', '=', caller.clientId)
    .where('visit_id', '=', visitId)
    .orderBy('receipt_no', 'desc')
    .execute()
  const refunds = await tx
    .selectFrom('refund')
    .select(['mode', 'amount', 'status', 'pay_scheme_id'])
    .where('client_id', '=', caller.clientId)
    .where('visit_id', '=', visitId)
    .execute()
  const common = ({ mode, amount, pay_scheme_id }: (typeof refunds)[number]) => ({
    mode,
    minor: toMinor(amount, decimals),
    schemeId: pay_scheme_id,
  })
  return refundPots(
    // The tables constrain the statuses to these.
    receipts.map((one) => ({
      ...common(one),
      status: one.status as ReceiptStatus,
      isSettlement: one.settlement_id !== null,
      created: one.created.toISOString(),
    })),
    refunds.map((one) => ({ ...common(one), status: one.status as RefundStatus })),
  )
}

/**
 * Returns the refunded amounts in minor units with the insurers that receive them. Throws for more than was received,
 * and for insurance money refunded in another mode without the right `refund_insurance_as_cash` (docs/decisions/282).
 */
export async function demandRefundable(
  ctx: Context,
  visitId: string,
  given: readonly Given[],
  { list, decimals }: { list: string; decimals: number },
): Promise<RefundPot[]> {
  const pots = await readRefundPots(ctx, visitId, decimals)
  const insurers = pots.filter(({ mode }) => needsScheme(mode))
  const only = insurers.length === 1 ? (insurers[0]?.schemeId ?? null) : null
  const wanted = given.map(({ mode, amount, pay_scheme_id }) => ({
    mode,
    schemeId: needsScheme(mode) ? (pay_scheme_id ?? only) : null,
    minor: toMinor(amount, decimals),
  }))
  const mayPayOut = ctx.caller.isClientAdmin || ctx.caller.permissions.has('refund_insurance_as_cash')
  const problem = findRefundProblem(wanted, pots, mayPayOut)
  if (problem === undefined) return wanted
  if (problem === 'as_cash') throw new Refusal('not_permitted', REFUND_PROBLEMS.as_cash)
  if (problem === 'over') throw new Refusal('over_received')
  const at = given.findIndex(({ mode }) => needsScheme(mode))
  const field = problem === 'scheme' ? 'pay_scheme_id' : 'amount'
  const name = list ? `${list}.${at}.${field}` : field
  throw new Refusal('invalid', REFUND_PROBLEMS[problem], { fields: { [name]: REFUND_PROBLEMS[problem] } })
}
