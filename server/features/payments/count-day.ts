import type { paymentCalls } from '#contract/calls/payments.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { hasMoreDecimals } from '#domain/money/check-payment.ts'
import { fromMinor, minorToText, toMinor } from '#domain/money/minor-units.ts'
import type { Context } from '#server/kernel/context.ts'
import { decimalsOf } from '#server/masters/decimals.ts'
import { demandBegun, spanOf } from './day-close.ts'
import { findCount, insertCount } from './day-count-store.ts'
import { selectMovements, sumMovements } from './public/drawer-store.ts'

type Call = typeof paymentCalls.countDay

/**
 * Stores the cash that a person counted in a drawer and returns the recorded figures. Keeps each count, so that a
 * second count after seeing the figures is visible.
 */
export async function countDay(ctx: Context, input: ParsedInputOf<Call>): Promise<OutputOf<Call>['result']> {
  const { tx, caller } = ctx
  const { span, today } = await spanOf(ctx, input)
  demandBegun(input.day, today)
  const decimals = await decimalsOf(ctx)
  if (hasMoreDecimals(input.counted_cash, decimals))
    throw new Refusal('invalid', undefined, { fields: { counted_cash: `has at most ${decimals} decimals` } })
  const known = await findCount(tx, caller.clientId, input.id)
  if (known) return repeated(known, { ...input, user_id: span.userId }, decimals)
  const { cash } = sumMovements(await selectMovements(tx, span), decimals)
  const counted = toMinor(input.counted_cash, decimals)
  await insertCount(tx, {
    client_id: caller.clientId,
    id: input.id,
    branch_id: span.branchId,
    user_id: span.userId,
    day: input.day,
    counted_cash: minorToText(counted, decimals),
    recorded_cash: minorToText(cash, decimals),
    counted_on: ctx.now,
    counted_by: caller.userId,
  })
  await ctx.audit('count_day', 'day_count', input.id, {
    user_id: span.userId,
    day: input.day,
    difference: minorToText(counted - cash, decimals),
  })
  return { counted_cash: fromMinor(counted, decimals), recorded_cash: fromMinor(cash, decimals) }
}

// Returns the stored result for a repeat with the same id; throws if the same id has other content.
function repeated(
  known: NonNullable<Awaited<ReturnType<typeof findCount>>>,
  input: ParsedInputOf<Call> & { user_id: string },
  decimals: number,
): OutputOf<Call>['result'] {
  const isSame =
    known.branch_id === input.branch_id &&
    known.user_id === input.user_id &&
    known.day === input.day &&
    toMinor(known.counted_cash, decimals) === toMinor(input.counted_cash, decimals)
  if (!isSame) throw new Refusal('id_reused')
  return { counted_cash: Number(known.counted_cash), recorded_cash: Number(known.recorded_cash) }
}
