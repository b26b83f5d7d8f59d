import { sql } from 'kysely'
import type { ReceiptFilter } from '#contract/calls/sales.ts'
import type { ReceiptMovement, ReceiptTotals } from '#contract/calls/sales-records.ts'
import type { Context } from '#server/kernel/context.ts'
import { type Figures, openFigures, stamp } from './figures.ts'
import { listedMovements } from './movements.ts'
import { countUpToCap, directionOf, limitOf, matchingOf, type PageInput, pageOf } from './paging.ts'

export type ReceiptListInput = ReceiptFilter & PageInput

/** Returns a page of receipts and refunds with the sums of all pages. */
export async function listReceipts(ctx: Context, input: ReceiptListInput) {
  const figures = await openFigures(ctx, input)
  const data = await selectReceiptPage(figures, input)
  const totals = await sumReceipts(figures, input)
  return { result: { data, page: pageOf(input, data.length, totals.rows), totals }, ...stamp(figures) }
}

/** Returns a page of the same rows for a file. */
export async function listAllReceipts(ctx: Context, input: ReceiptListInput) {
  const figures = await openFigures(ctx, input)
  const data = await selectReceiptPage(figures, input)
  const matching = await matchingOf(input, data.length, () =>
    countUpToCap(figures, listedMovements(figures, input)),
  )
  await ctx.audit('export', 'receipt', undefined, { page: input.p, rows: data.length })
  return { result: { data, page: pageOf(input, data.length, matching) }, ...stamp(figures) }
}

/** Sums the movements of a filter. */
export async function sumReceipts(figures: Figures, filter: ReceiptFilter): Promise<ReceiptTotals> {
  const of = (kind: string) =>
    sql`coalesce(sum(t.sign * t.amount) filter (where t.kind = ${sql.lit(kind)}), 0)`
  const { rows } = await sql<ReceiptTotals>`
    select count(*)::int as rows, ${of('Receipt')}::float8 as received, ${of('Refund')}::float8 as refunded,
      (${of('Receipt')} - ${of('Refund')})::float8 as net, sum(t.sign * t.hidden)::float8 as hidden_discount
    from ${listedMovements(figures, filter)} t`.execute(figures.tx)
  const [row] = rows
  if (!row) throw new Error('an aggregate has a row')
  return { ...row, hidden_discount: figures.seesHidden ? (row.hidden_discount ?? 0) : null }
}

interface Stored extends Omit<ReceiptMovement, 'created' | 'visit_date' | 'is_unallocated'> {
  created: Date
  visit_date: Date
  is_unallocated: boolean
}

/** Selects one page of movements in wire format. */
export async function selectReceiptPage(
  figures: Figures,
  input: ReceiptListInput,
): Promise<ReceiptMovement[]> {
  const { clientId } = figures.caller
  const way = directionOf(input)
  const order = sql`t.day ${way}, t.created ${way}, t.id ${way}, t.sign ${way}`
  const { rows } = await sql<Stored>`
    select t.id, t.kind, t.side, t.branch_id, b.name as branch, t.day, t.created, t.belongs_day, t.visit_id as appt_id,
      t.patient_id, p.pat_id, trim(p.fname || ' ' || p.lname) as pat_name,
      coalesce(nullif(a.visit_no, ''), a.provisional_no) as visit_no, t.start_dt as visit_date, t.visit_place,
      t.receipt_no, t.person as received_by_id, coalesce(u.name, '') as received_by, t.mode,
      coalesce(ps.name, '') as pay_scheme, coalesce(py.name, '') as payer, t.ref_no, t.remarks, t.is_unallocated,
      (t.sign * t.hidden)::float8 as hidden_discount, (t.sign * t.amount)::float8 as amount
    from (select t.* from ${listedMovements(figures, input)} t order by ${order} ${limitOf(input)}) t
    join branch b on b.client_id = ${clientId} and b.id = t.branch_id
    join visit a on a.client_id = ${clientId} and a.id = t.visit_id
    join patient p on p.client_id = ${clientId} and p.id = t.patient_id
    left join app_user u on u.client_id = ${clientId} and u.id = t.person
    left join payment_type_scheme ps on ps.client_id = ${clientId} and ps.id = t.pay_scheme_id
    left join scheme_settlement ss on ss.client_id = ${clientId} and ss.id = t.settlement_id
    left join app_user py on py.client_id = ${clientId} and py.id = ss.payer_id
    order by ${order}`.execute(figures.tx)
  return rows.map((row) => ({
    ...row,
    created: row.created.toISOString(),
    visit_date: row.visit_date.toISOString(),
    is_unallocated: row.is_unallocated ? 1 : 0,
  }))
}
