import { type RawBuilder, sql } from 'kysely'
import type {
  CommissionFilter,
  CommissionRow,
  CommissionTotals,
} from '#contract/calls/referral-commissions.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { Context } from '#server/kernel/context.ts'
import { type Figures, openFigures, stamp } from '../sales/public/figures.ts'
import { directionOf, limitOf, matchingOf, type PageInput, pageOf } from '../sales/public/paging.ts'
import { commissionRows } from './commission-sql.ts'

export type CommissionListInput = CommissionFilter & PageInput

/** Returns a page of commissions with the sums of all pages. */
export async function listCommissions(ctx: Context, input: CommissionListInput) {
  const figures = await openFigures(ctx, input)
  const data = await selectCommissionPage(figures, input)
  const totals = await sumCommissions(figures, input)
  return {
    result: { data, page: pageOf(input, data.length, totals.rows), totals },
    ...stamp(figures),
  }
}

/** Returns a page of the same rows for a file. */
export async function listAllCommissions(ctx: Context, input: CommissionListInput) {
  const figures = await openFigures(ctx, input)
  const data = await selectCommissionPage(figures, input)
  const matching = await matchingOf(
    input,
    data.length,
    async () => (await sumCommissions(figures, input)).rows,
  )
  await ctx.audit('export', 'referral_commission', undefined, { page: input.p, rows: data.length })
  return { result: { data, page: pageOf(input, data.length, matching) }, ...stamp(figures) }
}

const rowsOf = (figures: Figures, filter: CommissionFilter): RawBuilder<unknown> =>
  commissionRows(
    figures,
    { base: 'Invoices', filter: { payment_status: filter.payment_status, includeFutureReceipt: 'Y' } },
    filter,
  )

async function selectCommissionPage(figures: Figures, input: CommissionListInput): Promise<CommissionRow[]> {
  const way = directionOf(input)
  return selectCommissionRows(
    figures,
    sql`(select * from ${rowsOf(figures, input)} c
      order by c.start_dt ${way}, c.visit_id ${way}, c.id, c.ref_doctor_type ${limitOf(input)})`,
    input,
  )
}

const TO_PAY = sql`(case when c.is_settled then 0 else c.commission - coalesce(c.used_amount, 0) end)`

/** Sums the commissions of a filter. */
async function sumCommissions(figures: Figures, filter: CommissionFilter): Promise<CommissionTotals> {
  const { rows } = await sql<CommissionTotals>`
    select count(*)::int as rows, coalesce(sum(c.net), 0)::float8 as net_charges,
      coalesce(sum(c.paid), 0)::float8 as paid, (coalesce(sum(c.net), 0) - coalesce(sum(c.paid), 0))::float8 as balance,
      coalesce(sum(c.commission), 0)::float8 as commission, coalesce(sum(${TO_PAY}), 0)::float8 as to_pay
    from ${rowsOf(figures, filter)} c`.execute(figures.tx)
  const [row] = rows
  if (!row) throw new Error('an aggregate has a row')
  return row
}

interface Stored extends Omit<CommissionRow, 'start_dt' | 'settled_on'> {
  start_dt: Date
  settled_on: Date | null
}

/** Selects commissions in wire format; `picked` is a table in the form of commissionRows. */
export async function selectCommissionRows(
  figures: Figures,
  picked: RawBuilder<unknown>,
  order: Pick<PageInput, 'order_by'> = { order_by: 'date_desc' },
): Promise<CommissionRow[]> {
  const { clientId } = figures.caller
  const way = order.order_by === 'date_asc' ? sql`asc` : sql`desc`
  const { rows } = await sql<Stored>`
    select c.id, c.ref_doctor_type, c.rev, u.name as referred_by, c.ref_dr_id, coalesce(h.name, '') as ref_hospital,
      c.visit_id as appt_id, coalesce(nullif(v.visit_no, ''), v.provisional_no) as visit_no, c.branch_id,
      b.name as branch, c.start_dt, p.pat_id, trim(p.fname || ' ' || p.lname) as pat_name, s.name as service,
      coalesce(d.name, '') as department, c.net::float8 as net_charges, c.paid::float8 as paid,
      (c.net - c.paid)::float8 as balance, c.payment_status, c.commission::float8 as commission, c.is_edited,
      case when c.is_settled then 'Settled' else 'Pending' end as commission_status, c.settled_on,
      coalesce(w.name, '') as settled_by_name, c.is_used, coalesce(c.used_amount, 0)::float8 as used_amount,
      ${TO_PAY}::float8 as to_pay
    from ${picked} c
    join visit v on v.client_id = ${clientId} and v.id = c.visit_id
    join visit_service s on s.client_id = ${clientId} and s.id = c.id
    join branch b on b.client_id = ${clientId} and b.id = c.branch_id
    join patient p on p.client_id = ${clientId} and p.id = v.patient_id
    join app_user u on u.client_id = ${clientId} and u.id = c.ref_dr_id
    left join app_user h on h.client_id = ${clientId} and h.id = c.hospital_id
    left join app_user w on w.client_id = ${clientId} and w.id = c.settled_by
    left join department d on d.client_id in (${clientId}, ${PLATFORM_CLIENT_ID}) and d.id = s.department_id
    order by c.start_dt ${way}, c.visit_id ${way}, c.id, c.ref_doctor_type`.execute(figures.tx)
  return rows.map((row) => ({
    ...row,
    start_dt: row.start_dt.toISOString(),
    settled_on: row.settled_on?.toISOString() ?? null,
  }))
}
