import type { Drawer, paymentCalls } from '#contract/calls/payments.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { hasMoreDecimals } from '#domain/money/check-payment.ts'
import { fromMinor, minorToText, toMinor } from '#domain/money/minor-units.ts'
import { isCash } from '#domain/money/payment-modes.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import { decimalsOf } from '#server/masters/decimals.ts'
import { findBranchOf } from '../branches/public/find-branch-of.ts'
import { findClose, insertClose, selectCloses } from './day-close-store.ts'
import { closeCounts, findOpenCount } from './day-count-store.ts'
import {
  markClosed,
  selectDrawerPeople,
  selectMovements,
  selectOpenDays,
  sumMovements,
} from './public/drawer-store.ts'
import { selectUnallocated } from './unallocated-store.ts'

type DrawerInput = ParsedInputOf<typeof paymentCalls.drawer>
type CloseInput = ParsedInputOf<typeof paymentCalls.closeDay>

/** Reads the money in a person's drawer of a day since its last close, with the other figures of the page. */
export async function readDrawer(ctx: Context, input: DrawerInput): Promise<Drawer> {
  const { branch_id, day, user_id, blind } = input
  const { tx, caller } = ctx
  const { span, isOfAll } = await spanOf(ctx, { branch_id, day, user_id })
  const decimals = await decimalsOf(ctx)
  const { modes, cash } = sumMovements(await selectMovements(tx, span), decimals)
  const counted = await findOpenCount(tx, span)
  // Without a cash movement there is nothing to hide, and the page shows that there is nothing to count.
  const isHidden = blind === '1' && !counted && modes.some(({ mode }) => isCash(mode))
  const unallocated = await selectUnallocated(tx, caller, branch_id, isOfAll ? undefined : caller.userId)
  if (unallocated.length > 0)
    await ctx.audit('read', 'receipt', undefined, { unallocated: unallocated.length })
  const self = { id: caller.userId, name: caller.name }
  const people = isOfAll ? await selectDrawerPeople(tx, span) : []
  const openDays = await selectOpenDays(tx, span)
  return {
    modes: isHidden ? modes.filter(({ mode }) => !isCash(mode)) : modes,
    ...(!isHidden && { recorded_cash: fromMinor(cash, decimals) }),
    counted,
    unallocated,
    closes: await selectCloses(tx, span),
    people: people.some(({ id }) => id === self.id) ? people : [self, ...people],
    open_days: openDays.filter((one) => one !== day),
  }
}

/**
 * Closes a day: compares the counted cash with the recorded cash; a difference needs a note. If money came in after
 * the page was read, throws a conflict with the new figures, so that the person sees them first.
 */
export async function closeDay(ctx: Context, input: CloseInput) {
  const { tx, caller } = ctx
  const { span, today } = await spanOf(ctx, input)
  demandBegun(input.day, today)
  const known = await findClose(tx, caller.clientId, input.id)
  if (known) return repeated(known, input, span.userId)
  const decimals = await decimalsOf(ctx)
  if (hasMoreDecimals(input.counted_cash, decimals))
    throw new Refusal('invalid', undefined, {
      fields: { counted_cash: `has at most ${decimals} decimals` },
    })
  const movements = await selectMovements(tx, span, true)
  const { modes, cash } = sumMovements(movements, decimals)
  if (cash !== toMinor(input.recorded_cash, decimals))
    throw new Refusal(
      'conflict',
      'More was recorded in the meantime. Look at the new figures and count again.',
      {
        current: { modes, recorded_cash: fromMinor(cash, decimals) },
      },
    )
  const counted = toMinor(input.counted_cash, decimals)
  const note = input.note?.trim() ?? ''
  if (counted !== cash && note === '')
    throw new Refusal('reason_needed', undefined, { fields: { note: 'is required where cash differs' } })
  await insertClose(tx, {
    client_id: caller.clientId,
    id: input.id,
    branch_id: input.branch_id,
    user_id: span.userId,
    day: input.day,
    modes: JSON.stringify(modes),
    recorded_cash: minorToText(cash, decimals),
    counted_cash: minorToText(counted, decimals),
    note,
    closed_on: ctx.now,
    closed_by: caller.userId,
  })
  await markClosed(tx, caller.clientId, input.id, movements)
  await closeCounts(tx, span, input.id)
  await ctx.audit('close_day', 'day_close', input.id, {
    user_id: span.userId,
    day: input.day,
    difference: minorToText(counted - cash, decimals),
  })
  return getClose(ctx, input.id)
}

/**
 * Checks whose drawer it is before the response reveals anything: the caller's own, or anybody's with the right to
 * close any day.
 */
export async function spanOf(
  ctx: Context,
  wish: { branch_id: string; day: string; user_id?: string | undefined },
) {
  const { tx, caller } = ctx
  const userId = wish.user_id ?? caller.userId
  const isOfAll = seesAllDrawers(caller)
  if (userId !== caller.userId && !isOfAll) throw new Refusal('not_permitted')
  const branch = await findBranchOf(tx, caller, wish.branch_id)
  if (!branch) throw new Refusal('not_found')
  return {
    span: { clientId: caller.clientId, branchId: branch.id, userId, day: wish.day },
    isOfAll,
    today: dayAt(ctx.now, branch.time_zone),
  }
}

/** Throws if the day has not begun at the branch, because money of that day can still come in. */
export function demandBegun(day: string, today: string): void {
  if (day > today)
    throw new Refusal('invalid', 'A day in the future cannot be closed.', {
      fields: { day: 'is in the future' },
    })
}

const seesAllDrawers = ({ permissions }: Caller) => permissions.has('close_any_day')

// Returns the stored close for a repeat with the same id; throws if the same id has other content.
function repeated(known: Awaited<ReturnType<typeof getClose>>, input: CloseInput, userId: string) {
  const isSame =
    known.branch_id === input.branch_id &&
    known.user_id === userId &&
    known.day === input.day &&
    known.counted_cash === input.counted_cash
  if (!isSame) throw new Refusal('id_reused')
  return known
}

async function getClose({ tx, caller }: Context, id: string) {
  const close = await findClose(tx, caller.clientId, id)
  if (!close) throw new Error('a close that was just written is not there')
  return close
}
