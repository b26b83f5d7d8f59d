import { businessDay } from '#domain/money/business-day.ts'
import { landingDay } from '#domain/money/month-lock.ts'
import { dayAt } from '#domain/time/zones.ts'
import { lockedMonths } from '#server/features/month-lock/public/gate.ts'
import type { Context } from '#server/kernel/context.ts'

type ReadContext = Pick<Context, 'tx' | 'caller' | 'now'>

/**
 * Returns the business day at a branch for money received at `takenOn` that arrives now. If its month is locked, the
 * money counts on the first day of the next open month and keeps its own day as `belongs_day`.
 */
export async function dayOfMoney(ctx: ReadContext, branchId: string, takenOn: Date) {
  const day = businessDay(takenOn, ctx.now, await zoneOf(ctx, branchId))
  return landingDay(day, await lockedMonths(ctx, branchId))
}

/** Returns the day at a branch on which a cancellation made now counts. */
export async function dayOfCancellation(ctx: ReadContext, branchId: string): Promise<string> {
  const today = dayAt(ctx.now, await zoneOf(ctx, branchId))
  // A month can be locked while a cancellation of its last second waits; the cancellation then counts on the next
  // open day.
  return landingDay(today, await lockedMonths(ctx, branchId)).business_day
}

async function zoneOf({ tx, caller }: ReadContext, branchId: string): Promise<string> {
  const { time_zone } = await tx
    .selectFrom('branch')
    .select('time_zone')
    .where('client_id', '=', caller.clientId)
    .where('id', '=', branchId)
    .executeTakeFirstOrThrow()
  return time_zone
}
