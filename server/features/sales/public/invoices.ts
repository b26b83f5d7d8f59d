import { type RawBuilder, sql } from 'kysely'
import type { InvoiceFilter } from '#contract/calls/sales.ts'
import type { InvoiceRow } from '#contract/calls/sales-records.ts'
import type { Context } from '#server/kernel/context.ts'
import { selectInvoiceRows } from '../invoice-rows.ts'
import { selectModesUsed } from '../modes-received.ts'
import { type Figures, openFigures, stamp } from './figures.ts'
import { listedLines } from './listed-lines.ts'
import { listedVisits, type VisitQuery } from './listed-visits.ts'
import { countUpToCap, directionOf, limitOf, matchingOf, type PageInput, pageOf } from './paging.ts'
import { isOfDepartmentAsked, sumVisits } from './visit-sums.ts'

export type InvoiceListInput = InvoiceFilter & PageInput & { forCsv?: 'T' | 'F' | undefined }

const queryOf = (filter: InvoiceFilter): VisitQuery => ({ base: 'Invoices', filter })

/** Returns a page of the invoices of the range with the sums of all pages. */
export async function listInvoices(ctx: Context, input: InvoiceListInput) {
  const figures = await openFigures(ctx, input)
  const data = await selectInvoicePage(figures, input, input)
  const { totals } = await sumVisits(figures, queryOf(input))
  if (input.forCsv === 'T')
    await ctx.audit('export', 'invoice', undefined, { page: input.p, rows: data.length })
  return {
    result: { data, page: pageOf(input, data.length, totals.visits), totals },
    payment_modes_used: await modesOf(figures, input),
    ...stamp(figures),
  }
}

/** Returns a page of the same rows for a file. */
export async function listAllInvoices(ctx: Context, input: InvoiceListInput) {
  const figures = await openFigures(ctx, input)
  const data = await selectInvoicePage(figures, input, input)
  const matching = await matchingOf(input, data.length, () =>
    countUpToCap(figures, listedVisits(figures, queryOf(input))),
  )
  await ctx.audit('export', 'invoice', undefined, { page: input.p, rows: data.length })
  return {
    result: { data, page: pageOf(input, data.length, matching) },
    payment_modes_used: await modesOf(figures, input),
    ...stamp(figures),
  }
}

// The modes are those of the whole list, so only the first page contains them.
const modesOf = (figures: Figures, input: InvoiceListInput) =>
  input.p === 1
    ? selectModesUsed(figures, listedVisits(figures, queryOf(input)), input.includeFutureReceipt === 'Y')
    : Promise.resolve([])

/** Selects one page of invoices in wire format. */
export async function selectInvoicePage(
  figures: Figures,
  filter: InvoiceFilter,
  page: PageInput,
): Promise<InvoiceRow[]> {
  const way = directionOf(page)
  const { rows } = await sql<{ id: string }>`
    select t.id from ${listedVisits(figures, queryOf(filter))} t
    order by t.start_dt ${way}, t.id ${way} ${limitOf(page)}`.execute(figures.tx)
  const ids = rows.map(({ id }) => id)
  const amounts = amountsOf(figures, { ...queryOf(filter), ids })
  return selectInvoiceRows(figures, { ids, amounts, includesFuture: filter.includeFutureReceipt === 'Y' })
}

/** Returns the amounts of each invoice: of the whole invoice, or of its services in the requested department. */
function amountsOf(figures: Figures, query: VisitQuery): RawBuilder<unknown> {
  const visits = listedVisits(figures, query)
  const { department_id } = query.filter
  if (department_id === undefined) return visits
  return sql`(select b.id, b.payment_status, t.charges, t.discount, t.net, t.paid, t.hidden
    from ${visits} b join (select t.visit_id, sum(t.charges) as charges, sum(t.discount) as discount, sum(t.net) as net,
        sum(t.paid) as paid, sum(t.hidden) as hidden
      from ${listedLines(figures, visits)} t where ${isOfDepartmentAsked(department_id)} group by t.visit_id) t
    on t.visit_id = b.id)`
}
