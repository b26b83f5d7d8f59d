import { type RawBuilder, sql } from 'kysely'
import { type CommissionStatus, isCommissionPending } from '#domain/status/commission-status.ts'
import { CANCELLED_STATUS } from '#domain/status/visit-status.ts'
import type { Figures } from '../sales/public/figures.ts'
import { listedLines } from '../sales/public/listed-lines.ts'
import { listedVisits, type VisitQuery } from '../sales/public/listed-visits.ts'

type Type = 'Doctor' | 'Hospital'

/** The filters of commission rows. */
export interface CommissionQuery {
  ref_doctor_type?: Type | undefined
  ref_dr_id?: string | undefined
  commission_status?: CommissionStatus | undefined
  /** Only rows of these lines. */
  lineIds?: readonly string[]
}

/**
 * Returns the commissions of the live lines of `visits`, to be read as a table `c`: id, ref_doctor_type, rev,
 * ref_dr_id, hospital_id, visit_id, start_dt, branch_id, net, paid, payment_status, commission, is_edited,
 * is_settled, settled_on, settled_by, is_used, used_amount. The amount is that of domain/money/commission.ts, or the
 * one that a person set, or the one at the time of use or settlement.
 */
export function commissionRows(
  figures: Figures,
  visits: VisitQuery,
  query: CommissionQuery,
): RawBuilder<unknown> {
  const { clientId } = figures.caller
  const listed = listedVisits(figures, visits)
  const types = query.ref_doctor_type ? [query.ref_doctor_type] : (['Doctor', 'Hospital'] as const)
  const parts = types.map((type) => rowsOf(figures, type))
  const conditions = [
    sql`c.reckoned is not null`,
    ...(query.ref_dr_id ? [sql`c.ref_dr_id = ${query.ref_dr_id}`] : []),
    ...(query.commission_status
      ? [sql`(not ${IS_SETTLED}) = ${isCommissionPending(query.commission_status)}`]
      : []),
    ...(query.lineIds ? [sql`c.id = any(${[...query.lineIds]}::uuid[])`] : []),
  ]
  return sql`(select c.*, coalesce(c.settled_amount, c.used_of, c.edited, c.reckoned) as commission,
      c.edited is not null as is_edited, ${IS_SETTLED} as is_settled
    from (
      with lines as (
        select t.visit_id, t.start_dt, t.branch_id, t.id, t.net, t.paid, b.payment_status, s.charges, s.discount,
          s.commission_type, s.commission_rate, s.hospital_commission_type, s.hospital_commission_rate,
          coalesce(m.ref_dr_id, v.ref_dr_id) as ref_dr_id, coalesce(m.ref_hospital_id, v.ref_hospital_id) as ref_hospital_id
        from ${listedLines(figures, listed)} t
        join ${listed} b on b.id = t.visit_id
        join visit_service s on s.client_id = ${clientId} and s.id = t.id and s.status <> ${CANCELLED_STATUS}
        join visit v on v.client_id = ${clientId} and v.id = t.visit_id
        left join visit_machine m on m.client_id = ${clientId} and m.id = s.visit_machine_id)
      ${sql.join(parts, sql` union all `)}) c
    where ${sql.join(conditions, sql` and `)})`
}

/** A person settled it, or a settlement of scheme invoices used all of it. */
const IS_SETTLED = sql`(c.settled_on is not null or coalesce(c.used_amount >= c.used_of, false))`

function rowsOf({ caller, scale }: Figures, type: Type): RawBuilder<unknown> {
  const [kind, rate, whose] =
    type === 'Doctor'
      ? [sql.ref('l.commission_type'), sql.ref('l.commission_rate'), sql.ref('l.ref_dr_id')]
      : [
          sql.ref('l.hospital_commission_type'),
          sql.ref('l.hospital_commission_rate'),
          sql.ref('l.ref_hospital_id'),
        ]
  const hospital = type === 'Doctor' ? sql`l.ref_hospital_id` : sql`null::uuid`
  return sql`select l.id, ${type} as ref_doctor_type, coalesce(k.rev, 0) as rev, ${whose} as ref_dr_id,
      ${hospital} as hospital_id, l.visit_id, l.start_dt, l.branch_id, l.net, l.paid, l.payment_status,
      ${reckoned({ kind, rate, scale })} as reckoned, k.amount as edited, k.settled_amount, k.settled_on, k.settled_by,
      k.used_on is not null as is_used, k.used_amount, k.used_of
    from lines l
    join app_user u on u.client_id = ${caller.clientId} and u.id = ${whose}
    left join referral_commission k on k.client_id = ${caller.clientId} and k.visit_service_id = l.id
      and k.ref_doctor_type = ${type}
    where ${kind} <> ''`
}

/**
 * Implements commissionOf of domain/money/commission.ts in exact numeric: whole minor units, rounded half up, never
 * below zero.
 */
function reckoned({
  kind,
  rate,
  scale,
}: {
  kind: RawBuilder<unknown>
  rate: RawBuilder<unknown>
  scale: number
}): RawBuilder<unknown> {
  const minor = (amount: RawBuilder<unknown>) => sql`(${amount} * ${scale}::numeric)`
  const percentOf = (amount: RawBuilder<unknown>, percent: RawBuilder<unknown>) =>
    sql`div(${minor(amount)} * round(${percent} * 100) + 5000, 10000)`
  const base = sql`case u.refdr_comm_on_price when 'Actual' then l.charges else l.charges - l.discount end`
  const full = sql`case ${kind} when 'Flat' then round(${rate} * ${scale}::numeric) else ${percentOf(sql`(${base})`, sql`${rate}`)} end`
  const share = sql`case u.refdr_comm_on_price when 'Actual'
    then ${percentOf(sql`l.discount`, sql`u.refdr_share_in_discount::numeric`)} else 0 end`
  return sql`(greatest(0, ${full} - ${share}) / ${scale}::numeric)`
}
