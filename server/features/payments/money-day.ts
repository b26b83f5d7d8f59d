import { businessDay } from '#domain/money/business-day.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Context } from '#server/kernel/context.ts'

type Work = Pick<Context, 'tx' | 'caller' | 'now'>

/** The business day at a branch of money that was taken at `takenOn` and arrives now. */
export async function dayOfMoney(ctx: Work, branchId: string, takenOn: Date): Promise<string> {
  return businessDay(takenOn, ctx.now, await zoneOf(ctx, branchId))
}

/** The day at a branch on which a cancellation that is made now counts. */
export async function dayOfCancellation(ctx: Work, branchId: string): Promise<string> {
  return dayAt(ctx.now, await zoneOf(ctx, branchId))
}

async function zoneOf({ tx, caller }: Work, branchId: string): Promise<string> {
  const { time_zone } = await tx
    .selectFrom('branch')
    .select('time_zone')
    .where('client_id', '=', caller.clientId)
    .where('id', '=', branchId)
    .executeTakeFirstOrThrow()
  return time_zone
}
