import { type RawBuilder, sql } from 'kysely'
import { CASH_VISITS_MAX, type CashPaidVisit } from '#contract/calls/hidden-discounts.ts'
import type { Context } from '#server/kernel/context.ts'
import type { FigureRange } from '../sales/public/figure-scope.ts'
import { type Figures, openFigures, stamp } from '../sales/public/figures.ts'
import { listedVisits } from '../sales/public/listed-visits.ts'

/** Returns the visits of a range with cash payments, newest first. */
export async function listCashPaidVisits(ctx: Context, input: FigureRange) {
  const figures = await openFigures(ctx, input)
  const visits = listedVisits(figures, { base: 'Invoices', filter: { includeFutureReceipt: 'Y' } })
  const found = await selectCashPaidVisits(figures, visits, CASH_VISITS_MAX + 1)
  return {
    result: { visits: found.slice(0, CASH_VISITS_MAX), is_whole: found.length <= CASH_VISITS_MAX },
    ...stamp(figures),
  }
}

interface Stored extends Omit<CashPaidVisit, 'start_dt'> {
  start_dt: Date
}

/** Returns those of `visits` (listed-visits.ts) with cash payments, with their discount and its reason. */
export async function selectCashPaidVisits(
  { tx, caller }: Pick<Figures, 'tx' | 'caller'>,
  visits: RawBuilder<unknown>,
  limit: number,
): Promise<CashPaidVisit[]> {
  const { clientId } = caller
  const cashOf = (table: 'receipt' | 'refund', status: string) => sql`coalesce((select sum(m.amount)
    from ${sql.table(table)} m where m.client_id = ${clientId} and m.visit_id = b.id and m.mode = 'Cash'
      and m.status = ${status}), 0)`
  const { rows } = await sql<Stored>`
    select v.id as appt_id, coalesce(nullif(v.visit_no, ''), v.provisional_no) as visit_no, v.branch_id,
      r.name as branch, v.start_dt, p.pat_id, trim(p.fname || ' ' || p.lname) as pat_name, c.net::float8 as net_charges,
      c.paid::float8 as paid, c.cash::float8 as cash, coalesce(h.amount, 0)::float8 as hidden_discount,
      coalesce(h.reason, '') as reason
    from (select b.id, b.net, b.paid, ${cashOf('receipt', 'Received')} - ${cashOf('refund', 'Refunded')} as cash
      from ${visits} b) c
    join visit v on v.client_id = ${clientId} and v.id = c.id
    join branch r on r.client_id = ${clientId} and r.id = v.branch_id
    join patient p on p.client_id = ${clientId} and p.id = v.patient_id
    left join lateral (select d.amount, d.reason from hidden_discount d
      where d.client_id = ${clientId} and d.visit_id = c.id order by d.created desc, d.id desc limit 1) h on true
    where c.cash > 0
    order by v.start_dt desc, v.id desc limit ${limit}`.execute(tx)
  return rows.map((row) => ({ ...row, start_dt: row.start_dt.toISOString() }))
}
