import { sql } from 'kysely'
import { v7 as mintId } from 'uuid'
import type { CashPaidVisit, hiddenDiscountCalls } from '#contract/calls/hidden-discounts.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { hasMoreDecimals } from '#domain/money/check-payment.ts'
import { toMinor } from '#domain/money/minor-units.ts'
import type { Context } from '#server/kernel/context.ts'
import { demandReason } from '#server/kernel/demand-reason.ts'
import { decimalsOf } from '#server/masters/decimals.ts'
import { demandOpenMonthAt } from '../month-lock/public/gate.ts'
import { listedVisits } from '../sales/public/listed-visits.ts'
import { markHiddenDiscount } from '../visits/public/prices/mark-hidden-discount.ts'
import { selectCashPaidVisits } from './cash-paid-visits.ts'

type Input = ParsedInputOf<typeof hiddenDiscountCalls.setHiddenDiscount>

const UNCHANGED = 'You have not changed any record'

/**
 * Records special management discounts, all or none. Each may be at most the cash received for its visit and needs a
 * reason and an open month. Earlier records are kept; the newest row counts.
 */
export async function setHiddenDiscounts(ctx: Context, input: Input): Promise<CashPaidVisit[]> {
  const reason = demandReason(input.reason)
  const decimals = await decimalsOf(ctx)
  demandDecimals(input, decimals)
  const ids = input.records.map(({ appt_id }) => appt_id)
  if (new Set(ids).size < ids.length)
    throw new Refusal('invalid', undefined, { fields: { records: 'name one visit twice' } })
  const { clientId, userId } = ctx.caller
  await sql`select id from visit where client_id = ${clientId} and id = any(${ids}::uuid[])
    order by id for update`.execute(ctx.tx)
  const visits = new Map((await readVisits(ctx, ids)).map((visit) => [visit.appt_id, visit]))
  const changed = input.records.flatMap((record) => {
    const visit = visits.get(record.appt_id)
    if (!visit) throw new Refusal('not_found')
    return record.hidden_discount === visit.hidden_discount ? [] : [{ record, visit }]
  })
  if (changed.length === 0) throw new Refusal('refused', UNCHANGED)
  for (const { record, visit } of changed) {
    if (record.seen !== visit.hidden_discount)
      throw new Refusal('conflict', undefined, { current: [...visits.values()] })
    if (toMinor(record.hidden_discount, decimals) > toMinor(visit.cash, decimals))
      throw new Refusal('refused', `Visit ${visit.visit_no}: the discount is more than the cash received.`)
    await demandOpenMonthAt(ctx, visit.branch_id, new Date(visit.start_dt), 'Unlock the month first.')
  }
  const rows = changed.map(({ record, visit }) => ({
    client_id: clientId,
    id: mintId(),
    visit_id: visit.appt_id,
    branch_id: visit.branch_id,
    amount: record.hidden_discount,
    reason,
    created: ctx.now,
    created_by: userId,
  }))
  await ctx.tx.insertInto('hidden_discount').values(rows).execute()
  await markHiddenDiscount(
    ctx,
    rows.map(({ visit_id }) => visit_id),
  )
  for (const { record, visit } of changed)
    await ctx.audit('set_hidden_discount', 'visit', visit.appt_id, {
      from: visit.hidden_discount,
      to: record.hidden_discount,
    })
  return readVisits(ctx, ids)
}

function demandDecimals({ records }: Input, decimals: number): void {
  const fields = records.flatMap(({ hidden_discount }, at) =>
    hasMoreDecimals(hidden_discount, decimals)
      ? [[`records.${at}.hidden_discount`, `has at most ${decimals} decimals`] as const]
      : [],
  )
  if (fields.length > 0) throw new Refusal('invalid', undefined, { fields: Object.fromEntries(fields) })
}

// Reads the current visits, of any day, within the scopes of the list.
async function readVisits(ctx: Context, ids: readonly string[]): Promise<CashPaidVisit[]> {
  const { tx, caller, now } = ctx
  const figures = {
    tx,
    caller,
    now,
    scope: { branchIds: undefined, fromDay: '', toDay: '', zones: [] },
    scale: 1,
    asAt: { pos: 0, at: now.toISOString() },
    seesHidden: false,
  }
  const query = { base: 'Invoices', filter: { includeFutureReceipt: 'Y' }, isAnyDay: true, ids } as const
  return selectCashPaidVisits(figures, listedVisits(figures, query), ids.length)
}
