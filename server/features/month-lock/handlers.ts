import type { BranchMonth, MonthCheck, monthLockCalls } from '#contract/calls/month-lock.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { type MonthText, monthOf, nextMonth } from '#domain/money/month-lock.ts'
import { formatMonthText } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Caller, Context, HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { readMonth } from './books.ts'
import { findBooks, lockMonth, lockRefusal, unlockMonth } from './lock.ts'
import { selectLocks, selectMonthsWithMoney } from './store.ts'

/** The most months in one response: ten years. */
const MONTHS_MAX = 120

/** Checked before the input is parsed. */
export const MONTH_DEMANDS: DemandsFor<typeof monthLockCalls> = { list: demandReader, check: demandReader }

export const monthLockHandlers: HandlersFor<typeof monthLockCalls> = {
  list: async ({ branch_id }, ctx) => {
    demandReader(ctx.caller)
    return { result: { months: await listMonths(ctx, branch_id) } }
  },

  check: async ({ branch_id, month }, ctx) => {
    demandReader(ctx.caller)
    return { result: await checkMonth(ctx, branch_id, month) }
  },

  lock: async (input, ctx) => {
    const lock = await lockMonth(ctx, input)
    return { message: `${formatMonthText(lock.month)} is locked`, result: { lock } }
  },

  unlock: async (input, ctx) => {
    const lock = await unlockMonth(ctx, input)
    return { message: `${formatMonthText(lock.month)} is open again`, result: { lock } }
  },
}

function demandReader({ permissions }: Caller): void {
  if (!(['sales_report', 'close_any_day', 'lock_month'] as const).some((one) => permissions.has(one)))
    throw new Refusal('not_permitted')
}

async function listMonths(ctx: Context, branchId: string): Promise<BranchMonth[]> {
  const of = await findBooks(ctx, branchId)
  const today = dayAt(ctx.now, of.zone)
  const withMoney = await selectMonthsWithMoney(ctx.tx, of)
  const locks = Map.groupBy(await selectLocks(ctx.tx, of), ({ month }) => month)
  const isLocked = (month: MonthText) => locks.get(month)?.[0]?.unlocked_on === null
  const open = withMoney.find((month) => !isLocked(month))
  const first = [...withMoney, ...locks.keys(), monthOf(today)].toSorted()[0] ?? monthOf(today)
  const months: MonthText[] = []
  for (let month = first; month <= monthOf(today); month = nextMonth(month)) months.push(month)
  return months
    .toReversed()
    .slice(0, MONTHS_MAX)
    .map((month) => ({
      month,
      is_locked: isLocked(month) ? 1 : 0,
      refusal: isLocked(month) ? '' : (lockRefusal(month, today, open) ?? ''),
      locks: locks.get(month) ?? [],
    }))
}

async function checkMonth(ctx: Context, branchId: string, month: MonthText): Promise<MonthCheck> {
  const of = await findBooks(ctx, branchId)
  const lock = (await selectLocks(ctx.tx, of)).find((one) => one.month === month && one.unlocked_on === null)
  if (!lock) throw new Refusal('not_found')
  const now = await readMonth(ctx.tx, of, month)
  const invoices = (totals: typeof now.totals) => {
    const { visits, charges, discount, net_charges } = totals.invoices
    return [visits, charges, discount, net_charges].join(' ')
  }
  return {
    lock,
    now,
    is_same: now.sha256 === lock.sha256 && now.rows === lock.rows ? 1 : 0,
    are_invoices_same: invoices(now.totals) === invoices(lock.totals) ? 1 : 0,
  }
}
