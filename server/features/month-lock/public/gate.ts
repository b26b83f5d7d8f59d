import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { type MonthText, monthOf } from '#domain/money/month-lock.ts'
import { formatMonthText } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Context } from '#server/kernel/context.ts'

type ReadContext = Pick<Context, 'tx' | 'caller'>

const nameOf = ({ caller }: ReadContext, branchId: string) => `months ${caller.clientId} ${branchId}`

/**
 * Waits until no write of money at the branch is in progress, and blocks new ones until the transaction ends. Must be
 * called before any row is locked, to avoid deadlocks.
 */
export async function closeMoneyGate(ctx: ReadContext, branchId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${nameOf(ctx, branchId)}, 0))`.execute(ctx.tx)
}

/**
 * Returns the locked months of a branch. Blocks locking and unlocking until the transaction ends, so the day
 * calculated from them stays valid. Called after the rows of the visit are locked.
 */
export async function lockedMonths(ctx: ReadContext, branchId: string): Promise<ReadonlySet<MonthText>> {
  const name = nameOf(ctx, branchId)
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(ctx.tx)
  const rows = await ctx.tx
    .selectFrom('month_lock')
    .select('month')
    .where('client_id', '=', ctx.caller.clientId)
    .where('branch_id', '=', branchId)
    .where('unlocked_on', 'is', null)
    .execute()
  return new Set(rows.map(({ month }) => monthOf(month)))
}

/** Throws if the month of `day` is locked; `hint` is advice for the person. */
export async function demandOpenMonth(
  ctx: ReadContext,
  branchId: string,
  day: string,
  hint: string,
): Promise<void> {
  const month = monthOf(day)
  if ((await lockedMonths(ctx, branchId)).has(month))
    throw new Refusal('month_locked', `${formatMonthText(month)} is locked at this branch. ${hint}`)
}

/** Does the same for a moment at the branch. */
export async function demandOpenMonthAt(
  ctx: ReadContext,
  branchId: string,
  at: Date,
  hint: string,
): Promise<void> {
  const { time_zone } = await ctx.tx
    .selectFrom('branch')
    .select('time_zone')
    .where('client_id', '=', ctx.caller.clientId)
    .where('id', '=', branchId)
    .executeTakeFirstOrThrow()
  await demandOpenMonth(ctx, branchId, dayAt(at, time_zone), hint)
}
