import { sql } from 'kysely'
import type { CommissionRow, referralCommissionCalls } from '#contract/calls/referral-commissions.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { hasMoreDecimals } from '#domain/money/check-payment.ts'
import { isCommissionPending } from '#domain/status/commission-status.ts'
import type { Context } from '#server/kernel/context.ts'
import { decimalsOf } from '#server/masters/decimals.ts'
import { actFigures, invoicesOfIds } from './act-figures.ts'
import { commissionRows } from './commission-sql.ts'
import { selectCommissionRows } from './list.ts'

type Update = ParsedInputOf<typeof referralCommissionCalls.update>
type Settle = ParsedInputOf<typeof referralCommissionCalls.settle>
type Key = Settle['data'][number]

const keyOf = ({ id, ref_doctor_type }: Key) => `${id} ${ref_doctor_type}`

/**
 * Sets the amount of a pending commission, in place of the calculated one. Throws for a settled row, for a row that
 * was changed since the reader saw it (`conflict`, with the row), and for more decimals than the client's currency
 * has.
 */
export async function updateCommission(ctx: Context, input: Update): Promise<CommissionRow> {
  const decimals = await decimalsOf(ctx)
  if (hasMoreDecimals(input.commission, decimals))
    throw new Refusal('invalid', undefined, {
      fields: { commission: `has at most ${decimals} decimals` },
    })
  const [row] = await lockRows(ctx, [input])
  if (!row) throw new Refusal('not_found')
  demandPending(row)
  if (row.is_used)
    throw new Refusal(
      'refused',
      `A part of the commission of visit ${row.visit_no} was used in a settlement: its amount is fixed.`,
    )
  if (input.rev !== undefined && input.rev !== row.rev)
    throw new Refusal('conflict', undefined, { current: row })
  const { clientId, userId } = ctx.caller
  await sql`insert into referral_commission as k
      (client_id, visit_service_id, ref_doctor_type, amount, changed_on, changed_by)
    values (${clientId}, ${row.id}, ${row.ref_doctor_type}, ${input.commission}, ${ctx.now}, ${userId})
    on conflict (client_id, visit_service_id, ref_doctor_type) do update
      set amount = excluded.amount, changed_on = excluded.changed_on, changed_by = excluded.changed_by,
        rev = k.rev + 1`.execute(ctx.tx)
  await ctx.audit('change_commission', 'visit_service', row.id, {
    ref_doctor_type: row.ref_doctor_type,
    from: row.commission,
    to: input.commission,
  })
  const [after] = await readRows(ctx, [input])
  if (!after) throw new Error('a commission that was just written is not there')
  return after
}

/**
 * Marks commissions as settled, all or none; each keeps its current amount. If a row was settled since, throws with
 * the number of its visit.
 */
export async function settleCommissions(ctx: Context, { data }: Settle): Promise<CommissionRow[]> {
  if (new Set(data.map(keyOf)).size < data.length)
    throw new Refusal('invalid', undefined, { fields: { data: 'names one commission twice' } })
  const rows = await lockRows(ctx, data)
  if (rows.length < data.length) throw new Refusal('not_found')
  for (const row of rows) demandPending(row)
  const { clientId, userId } = ctx.caller
  const settled = rows.map(({ id, ref_doctor_type, commission }) => ({ id, ref_doctor_type, commission }))
  await sql`insert into referral_commission as k
      (client_id, visit_service_id, ref_doctor_type, settled_on, settled_by, settled_amount)
    select ${clientId}::uuid, r.id, r.ref_doctor_type, ${ctx.now}, ${userId}, r.commission
    from json_to_recordset(${JSON.stringify(settled)}::json) as r (id uuid, ref_doctor_type text, commission numeric)
    on conflict (client_id, visit_service_id, ref_doctor_type) do update
      set settled_on = excluded.settled_on, settled_by = excluded.settled_by,
        settled_amount = excluded.settled_amount, rev = k.rev + 1`.execute(ctx.tx)
  for (const { id, ref_doctor_type, to_pay } of rows)
    await ctx.audit('settle_commission', 'visit_service', id, { ref_doctor_type, amount: to_pay })
  return readRows(ctx, data)
}

function demandPending({ commission_status, visit_no }: CommissionRow): void {
  if (!isCommissionPending(commission_status))
    throw new Refusal('refused', `The commission of visit ${visit_no} is already settled.`)
}

/**
 * Reads the rows with their visits locked, so that of two people who settle the same rows, the second sees the
 * first's result.
 */
async function lockRows(ctx: Context, keys: readonly Key[]): Promise<CommissionRow[]> {
  const ids = await visitIdsOf(ctx, keys)
  await sql`select id from visit where client_id = ${ctx.caller.clientId} and id = any(${ids}::uuid[])
    order by id for update`.execute(ctx.tx)
  return readRows(ctx, keys, ids)
}

async function readRows(
  ctx: Context,
  keys: readonly Key[],
  visitIds?: readonly string[],
): Promise<CommissionRow[]> {
  const figures = await actFigures(ctx)
  const ids = visitIds ?? (await visitIdsOf(ctx, keys))
  const picked = commissionRows(figures, invoicesOfIds(ids), { lineIds: keys.map(({ id }) => id) })
  const wanted = new Set(keys.map(keyOf))
  return (await selectCommissionRows(figures, picked)).filter((row) => wanted.has(keyOf(row)))
}

async function visitIdsOf({ tx, caller }: Context, keys: readonly Key[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('visit_service')
    .select('visit_id')
    .distinct()
    .where('client_id', '=', caller.clientId)
    .where('id', '=', sql<string>`any(${keys.map(({ id }) => id)}::uuid[])`)
    .execute()
  return rows.map(({ visit_id }) => visit_id)
}
