import { type RawBuilder, sql } from 'kysely'
import { CANCELLED_STATUS } from '#domain/status/visit-status.ts'
import type { Figures } from './figures.ts'

/**
 * Returns the live services of visits `visits` (listed-visits.ts) with the share of each in the paid amount, to be
 * read as a table `l`: visit_id, start_dt, branch_id, id, department_id, charges, discount, net, paid, hidden, n (its
 * position) and the columns that filters need. Paid and hidden are spread by the rule of domain/money/spread-paid.ts.
 * A visit that is not cancelled and has no services is one line without id and department.
 */
export function listedLines({ caller, scale }: Figures, visits: RawBuilder<unknown>): RawBuilder<unknown> {
  const partOf = (amount: RawBuilder<unknown>) =>
    sql`case when y.total <> 0 then ${shareOf(amount, scale)} when y.n = 1 then ${amount} else 0 end`
  return sql`(select y.visit_id, y.start_dt, y.branch_id, y.id, y.place, y.n, y.department_id, y.service_id,
      y.visit_machine_id, y.islaboratory, y.type, y.status, y.charges, y.discount, y.net,
      ${partOf(sql`y.paid`)} as paid, ${partOf(sql`y.hidden`)} as hidden
    from (select b.id as visit_id, b.start_dt, b.branch_id, b.paid, b.hidden, s.id, s.place, s.department_id, s.service_id,
        s.visit_machine_id, s.islaboratory, s.type, s.status,
        coalesce(s.charges, b.charges) as charges, coalesce(s.discount, b.discount) as discount,
        coalesce(s.net_charges, b.net) as net,
        sum(coalesce(s.net_charges, b.net)) over (partition by b.id) as total,
        sum(coalesce(s.net_charges, b.net)) over in_order as up_to, row_number() over in_order as n
      from ${visits} b
      left join visit_service s on s.client_id = ${caller.clientId} and s.visit_id = b.id
        and s.status <> ${CANCELLED_STATUS}
      where not b.is_cancelled
      window in_order as (partition by b.id order by s.place, s.start_dt, s.id)) y)`
}

/** Returns the line's share of `amount`, calculated in whole minor units; div() gives whole quotients of any size. */
function shareOf(amount: RawBuilder<unknown>, scale: number): RawBuilder<unknown> {
  const [minor, total] = [sql`(${amount} * ${scale})`, sql`(y.total * ${scale})`]
  const rounded = (upTo: RawBuilder<unknown>) =>
    sql`div(2 * abs(${minor}) * ${upTo} * ${scale} + ${total}, 2 * ${total})`
  return sql`sign(${amount}) * (${rounded(sql`y.up_to`)} - ${rounded(sql`(y.up_to - y.net)`)}) * ${1 / scale}::numeric`
}
