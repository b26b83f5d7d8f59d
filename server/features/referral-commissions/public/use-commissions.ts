import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import { type Payer, spreadOverCommissions } from '#domain/money/settlement.ts'
import type { Context } from '#server/kernel/context.ts'
import { actFigures, invoicesOfIds } from '../act-figures.ts'
import { commissionRows } from '../commission-sql.ts'

/** A commission of a line that is neither settled nor used, in minor units. */
export interface OpenCommission {
  /** The line's id. */
  id: string
  appt_id: string
  minor: number
}

/**
 * Returns a referrer's commissions for the lines of these invoices that are neither settled nor used, in the order of
 * the lines, within the reader's scopes of sales.
 */
export async function openCommissions(
  ctx: Context,
  visitIds: readonly string[],
  { type, id }: Payer,
): Promise<OpenCommission[]> {
  const figures = await actFigures(ctx)
  const picked = commissionRows(figures, invoicesOfIds(visitIds), {
    ref_doctor_type: type,
    ref_dr_id: id,
    commission_status: 'Pending',
  })
  const { rows } = await sql<{ id: string; appt_id: string; minor: number }>`
    select c.id, c.visit_id as appt_id, round(c.commission * ${figures.scale}::numeric)::float8 as minor
    from ${picked} c
    join visit_service s on s.client_id = ${ctx.caller.clientId} and s.id = c.id
    where c.used_amount is null and c.commission > 0
    order by c.visit_id, s.place, c.id`.execute(ctx.tx)
  return rows
}

/** The settlement that uses commissions, and the referrer. */
interface Use {
  id: string
  type: Payer['type']
  decimals: number
}

/**
 * Marks commissions as used by a settlement: of each invoice as much as was settled of it, line after line. A used
 * commission no longer changes. The visits must be locked, and their commissions must be at least that high.
 */
export async function useCommissions(
  ctx: Context,
  { id: settlementId, type, decimals }: Use,
  invoices: readonly { minor: number; commissions: readonly OpenCommission[] }[],
): Promise<void> {
  const { clientId } = ctx.caller
  const money = (minor: number) => fromMinor(minor, decimals)
  const used = invoices.flatMap(({ minor, commissions }) => {
    const parts = spreadOverCommissions(
      minor,
      commissions.map((one) => one.minor),
    )
    return commissions.flatMap((one, at) => {
      const part = parts[at] ?? 0
      return part > 0 ? [{ id: one.id, amount: money(part), whole: money(one.minor) }] : []
    })
  })
  await sql`insert into referral_commission as k
      (client_id, visit_service_id, ref_doctor_type, used_on, used_by_settlement_id, used_amount, used_of)
    select ${clientId}::uuid, r.id, ${type}, ${ctx.now}, ${settlementId}::uuid, r.amount, r.whole
    from json_to_recordset(${JSON.stringify(used)}::json) as r (id uuid, amount numeric, whole numeric)
    on conflict (client_id, visit_service_id, ref_doctor_type) do update
      set used_on = excluded.used_on, used_by_settlement_id = excluded.used_by_settlement_id,
        used_amount = excluded.used_amount, used_of = excluded.used_of, rev = k.rev + 1`.execute(ctx.tx)
  for (const { id, amount } of used)
    await ctx.audit('use_commission', 'visit_service', id, {
      ref_doctor_type: type,
      amount,
      settlement_id: settlementId,
    })
}

/**
 * Frees the commissions of a visit that a settlement used, because its receipt is cancelled. Throws if the rest of
 * one was settled since, because the amount paid for it would become wrong.
 */
export async function releaseCommissions(ctx: Context, visitId: string, settlementId: string): Promise<void> {
  const { clientId } = ctx.caller
  const isUsed = sql`k.client_id = ${clientId} and k.used_by_settlement_id = ${settlementId}
    and k.visit_service_id in (select s.id from visit_service s where s.client_id = ${clientId} and s.visit_id = ${visitId})`
  const { rows } = await sql<{ is_settled: boolean }>`
    select k.settled_on is not null as is_settled from referral_commission k where ${isUsed} for update`.execute(
    ctx.tx,
  )
  if (rows.some(({ is_settled }) => is_settled))
    throw new Refusal('refused', 'The rest of this commission has been settled since, so the receipt stays.')
  const released = await sql<{ id: string; ref_doctor_type: string }>`
    update referral_commission k set used_on = null, used_by_settlement_id = null, used_amount = null, used_of = null,
      rev = k.rev + 1
    where ${isUsed} returning k.visit_service_id as id, k.ref_doctor_type`.execute(ctx.tx)
  for (const { id, ref_doctor_type } of released.rows)
    await ctx.audit('release_commission', 'visit_service', id, {
      ref_doctor_type,
      settlement_id: settlementId,
    })
}
