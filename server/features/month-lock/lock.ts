import type { MonthLock } from '#contract/calls/month-lock.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isMonthOver, type MonthText } from '#domain/money/month-lock.ts'
import { formatMonthText } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import { demandReason } from '#server/kernel/demand-reason.ts'
import { decimalsOf } from '#server/masters/decimals.ts'
import { findBranchOf } from '../branches/public/find-branch-of.ts'
import { type BooksOf, readMonth } from './books.ts'
import { closeMoneyGate } from './public/gate.ts'
import { endLock, findActors, findLock, findOpenMonthBefore, insertLock, selectLocks } from './store.ts'

/** Returns the books of a branch; throws `not_found` if the branch is not one of the caller's. */
export async function findBooks(ctx: Context, branchId: string): Promise<BooksOf> {
  const branch = await findBranchOf(ctx.tx, ctx.caller, branchId)
  if (!branch) throw new Refusal('not_found')
  return {
    clientId: ctx.caller.clientId,
    branchId: branch.id,
    zone: branch.time_zone,
    decimals: await decimalsOf(ctx),
  }
}

/** Returns why an open month cannot be locked now; undefined if it can. `open` is the first open month with money. */
export function lockRefusal(
  month: MonthText,
  today: string,
  open: MonthText | undefined,
): string | undefined {
  if (!isMonthOver(month, today)) return `${formatMonthText(month)} is not over at this branch.`
  return open !== undefined && open < month ? `Lock ${formatMonthText(open)} first.` : undefined
}

/**
 * Locks a branch's month: stores its totals with a checksum, and later money for it counts in the next open month.
 * Throws if the month is not over, or if an earlier month with money is still open; the refusal names that month.
 */
export async function lockMonth(
  ctx: Context,
  { id, branch_id, month }: { id: string; branch_id: string; month: MonthText },
): Promise<MonthLock> {
  const { tx, caller, now } = ctx
  const of = await findBooks(ctx, branch_id)
  await closeMoneyGate(ctx, branch_id)
  const known = await findLock(tx, caller.clientId, id)
  if (known) return repeated(ctx, known, { branch_id, month })
  const versions = (await selectLocks(tx, of)).filter((one) => one.month === month)
  if (versions.some(({ unlocked_on }) => unlocked_on === null))
    throw new Refusal('refused', `${formatMonthText(month)} is already locked.`)
  const refusal = lockRefusal(month, dayAt(now, of.zone), await findOpenMonthBefore(tx, of, month))
  if (refusal !== undefined) throw new Refusal('refused', refusal)
  const { totals, rows, sha256 } = await readMonth(tx, of, month)
  const version = Math.max(0, ...versions.map((one) => one.version)) + 1
  await insertLock(tx, {
    client_id: caller.clientId,
    id,
    branch_id,
    month: `${month}-01`,
    version,
    totals: JSON.stringify(totals),
    rows,
    sha256,
    locked_on: now,
    locked_by: caller.userId,
  })
  await ctx.audit('lock_month', 'month_lock', id, { branch_id, month, version, rows, sha256 })
  return getLock(ctx, id)
}

/** Ends a lock with a reason; the month can then be locked again as the next version. */
export async function unlockMonth(ctx: Context, input: { id: string; reason: string }): Promise<MonthLock> {
  const { tx, caller, now } = ctx
  const found = await findLock(tx, caller.clientId, input.id)
  if (!found || !isOwnBranch(caller, found.branch_id)) throw new Refusal('not_found')
  const reason = demandReason(input.reason)
  await closeMoneyGate(ctx, found.branch_id)
  const end = { id: input.id, unlocked_on: now, unlocked_by: caller.userId, unlock_reason: reason }
  if (await endLock(tx, caller.clientId, end)) {
    const { branch_id, month, version } = found
    await ctx.audit('unlock_month', 'month_lock', input.id, { branch_id, month, version, reason })
  } else if ((await findActors(tx, caller.clientId, input.id)).unlocked_by !== caller.userId)
    throw new Refusal('refused', `${formatMonthText(found.month)} was already unlocked.`)
  return getLock(ctx, input.id)
}

const isOwnBranch = ({ isClientAdmin, branchIds }: Caller, id: string) =>
  isClientAdmin || branchIds.includes(id)

// Returns the existing lock for a repeat by the same person; throws if the id belongs to another month.
async function repeated(
  { tx, caller }: Context,
  known: MonthLock,
  wish: Pick<MonthLock, 'branch_id' | 'month'>,
): Promise<MonthLock> {
  const { locked_by } = await findActors(tx, caller.clientId, known.id)
  const isSame =
    known.branch_id === wish.branch_id && known.month === wish.month && locked_by === caller.userId
  if (!isSame) throw new Refusal('id_reused')
  return known
}

async function getLock({ tx, caller }: Context, id: string): Promise<MonthLock> {
  const lock = await findLock(tx, caller.clientId, id)
  if (!lock) throw new Error('a lock that was just written is not there')
  return lock
}
