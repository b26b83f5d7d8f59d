import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ReceiptFilter } from '#contract/calls/sales.ts'
import { moneyVisits } from '#server/kernel/auth/sales-scope.ts'
import { hiddenOf, isCancelled } from './amounts.ts'
import { isInScope } from './figure-scope.ts'
import type { Figures } from './figures.ts'

/** The filters of movements; range and branch are those of the figures. */
export type MovementFilter = Partial<Omit<ReceiptFilter, 'branch_id' | 'from_date' | 'to_date'>>

/**
 * Returns the receipts and refunds of the range, each side separately: taken on the business day, taken back on the
 * day of the cancellation (domain/money/sales/movements.ts). To be read as a table `t`; amounts are positive,
 * `sign` is 1 or -1.
 */
export function listedMovements(figures: Figures, filter: MovementFilter): RawBuilder<unknown> {
  const { tx, caller, scope } = figures
  const kinds = (['Receipt', 'Refund'] as const).filter(
    (kind) => (filter.kind ?? 'All') === 'All' || filter.kind === kind,
  )
  const arms = kinds.flatMap((kind) => [
    armOf(figures, filter, kind, 'Taken'),
    armOf(figures, filter, kind, 'Cancelled'),
  ])
  const visits = moneyVisits(tx, caller).select([
    'v.id',
    'v.branch_id',
    'v.patient_id',
    'v.start_dt',
    'v.status',
    'v.charges',
    'v.has_hidden',
  ])
  return sql`(select m.*, v.patient_id, v.start_dt,
      w.visit_day, w.visit_place, ${isCancelled(figures)} as for_cancelled,
      m.side = 'Taken' and (m.created at time zone mb.time_zone)::date > m.business_day as is_late,
      m.side = 'Taken' and coalesce(m.cancel_day > ${scope.toDay}::date, false) as is_cancelled_since,
      ${hiddenWith(figures)} as hidden
    from (${sql.join(arms, sql` union all `)}) m
    join ${visits} v on v.id = m.visit_id
    join branch vb on vb.client_id = ${caller.clientId} and vb.id = v.branch_id
    join branch mb on mb.client_id = ${caller.clientId} and mb.id = m.branch_id
    cross join lateral (select z.visit_day, case when z.visit_day < ${scope.fromDay}::date then 'Before'
        when z.visit_day > ${scope.toDay}::date then 'After' else 'In' end as visit_place
      from (select (v.start_dt at time zone vb.time_zone)::date as visit_day) z) w
    where ${sql.join([sql`true`, ...visitConditions(filter), ...ownConditions(figures, filter)], sql` and `)})`
}

function armOf(
  figures: Figures,
  { mode, created_by }: MovementFilter,
  kind: 'Receipt' | 'Refund',
  side: 'Taken' | 'Cancelled',
): RawBuilder<unknown> {
  const { caller, scope } = figures
  const isReceipt = kind === 'Receipt'
  const day = sql.ref(side === 'Taken' ? 'r.business_day' : 'r.cancel_day')
  const person = side === 'Taken' ? sql`r.created_by` : sql`coalesce(r.cancelled_by, r.created_by)`
  return sql`select r.id, ${sql.lit(kind)} as kind, ${sql.lit(side)} as side,
      ${sql.lit(side === 'Taken' ? 1 : -1)} as sign, r.branch_id, r.visit_id, r.mode, r.amount, ${day} as day,
      r.business_day, r.cancel_day, r.belongs_day, r.created, ${person} as person,
      ${isReceipt ? sql`r.receipt_no` : sql`r.refund_no`} as receipt_no, r.ref_no, r.remarks,
      ${isReceipt ? sql`r.pay_scheme_id` : sql`null::uuid`} as pay_scheme_id,
      ${isReceipt ? sql`r.settlement_id` : sql`null::uuid`} as settlement_id,
      ${isReceipt ? sql`r.is_unallocated` : sql`false`} as is_unallocated
    from ${sql.table(isReceipt ? 'receipt' : 'refund')} r
    where r.client_id = ${caller.clientId} and ${isInScope(sql.ref<string>('r.branch_id'), scope)}
      and ${day} between ${scope.fromDay}::date and ${scope.toDay}::date
      ${mode === undefined ? sql`` : sql`and r.mode = ${mode}`}
      ${created_by === undefined ? sql`` : sql`and ${person} = ${created_by}`}`
}

function visitConditions(filter: MovementFilter): RawBuilder<SqlBool>[] {
  const { visit_place, visit_from_date, visit_to_date, prev_pending_flag, includeFutureReceipt } = filter
  return [
    ...(visit_place ? [sql<SqlBool>`w.visit_place = ${visit_place}`] : []),
    ...(prev_pending_flag === 'OnlyPrevious' ? [sql<SqlBool>`w.visit_place = 'Before'`] : []),
    ...(includeFutureReceipt === 'N' ? [sql<SqlBool>`w.visit_place <> 'After'`] : []),
    ...(visit_from_date ? [sql<SqlBool>`w.visit_day >= ${visit_from_date}::date`] : []),
    ...(visit_to_date ? [sql<SqlBool>`w.visit_day <= ${visit_to_date}::date`] : []),
  ]
}

function ownConditions(figures: Figures, { for_cancelled, note }: MovementFilter): RawBuilder<SqlBool>[] {
  const { toDay } = figures.scope
  const conditions: RawBuilder<SqlBool>[] = []
  if (for_cancelled)
    conditions.push(for_cancelled === 'Y' ? isCancelled(figures) : sql<SqlBool>`not ${isCancelled(figures)}`)
  if (note === 'Arrived_After_Close')
    conditions.push(
      sql<SqlBool>`m.side = 'Taken' and (m.created at time zone mb.time_zone)::date > m.business_day`,
    )
  if (note === 'Cancelled_Since')
    conditions.push(sql<SqlBool>`m.side = 'Taken' and m.cancel_day > ${toDay}::date`)
  return conditions
}

/**
 * Attributes a visit's special management discount to its first cash receipt that counts, so that it is summed once.
 */
function hiddenWith(figures: Figures): RawBuilder<unknown> {
  if (!figures.seesHidden) return sql`null::numeric`
  return sql`case when m.kind = 'Receipt' and m.mode = 'Cash' and m.cancel_day is null and m.id = (
      select o.id from receipt o where o.client_id = ${figures.caller.clientId} and o.visit_id = m.visit_id
        and o.mode = 'Cash' and o.cancel_day is null order by o.created, o.id limit 1)
    then ${hiddenOf(figures)} else 0 end`
}
