import { sql } from 'kysely'
import type { ListedAmounts, VisitFilter, VisitListRow } from '#contract/calls/visit-list.ts'
import type { PaymentStatus } from '#domain/status/payment-status.ts'
import { selectVisitRows } from '#server/features/visits/public/store.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import { type Figures, openFigures, stamp } from './figures.ts'
import { listedLines } from './listed-lines.ts'
import { listedVisits, type VisitQuery } from './listed-visits.ts'
import { countUpToCap, directionOf, limitOf, matchingOf, type PageInput, pageOf } from './paging.ts'
import { isOfDepartmentAsked, sumVisits } from './visit-sums.ts'

export type VisitListInput = VisitFilter & PageInput

/**
 * Returns a page of Patients Visits; with the sums of all pages for people who may read all sales of the branches.
 */
export async function listVisits(ctx: Context, input: VisitListInput) {
  const figures = await openFigures(ctx, input)
  const query: VisitQuery = { base: 'Desk', filter: input }
  const data = await selectVisitPage(figures, query, input)
  const sums = seesAllSales(ctx.caller) ? await sumVisits(figures, query) : undefined
  const counted = sums
    ? { visits: sums.totals.visits, cancelled: sums.cancelled }
    : await countVisits(figures, query)
  return {
    result: {
      data,
      page: pageOf(input, data.length, counted.visits + counted.cancelled),
      totals: { sums: sums?.totals ?? null, ...counted },
    },
    ...stamp(figures),
  }
}

/** Returns a page of the same rows for a file. */
export async function listAllVisits(ctx: Context, input: VisitListInput) {
  const figures = await openFigures(ctx, input)
  const query: VisitQuery = { base: 'Desk', filter: input }
  const data = await selectVisitPage(figures, query, input)
  const matching = await matchingOf(input, data.length, () =>
    countUpToCap(figures, listedVisits(figures, query)),
  )
  await ctx.audit('export', 'visit', undefined, { page: input.p, rows: data.length })
  return { result: { data, page: pageOf(input, data.length, matching) }, ...stamp(figures) }
}

/**
 * Returns true if the caller gets the sums of a list: needs the right to the sales report; a role that may read only
 * a part of the sales gets none.
 */
export const seesAllSales = ({ permissions, mainModules, salesReport, salesInvoice }: Caller) =>
  permissions.has('sales_report') &&
  mainModules.has('sales_report') &&
  salesReport === 'All' &&
  salesInvoice === 'All'

/** Counts the visits of a query that are not cancelled, and those that are. */
export async function countVisits(figures: Figures, query: VisitQuery) {
  const { rows } = await sql<{ visits: number; cancelled: number }>`
    select count(*) filter (where not t.is_cancelled)::int as visits,
      count(*) filter (where t.is_cancelled)::int as cancelled
    from ${listedVisits(figures, query)} t`.execute(figures.tx)
  return rows[0] ?? { visits: 0, cancelled: 0 }
}

interface AmountsRow {
  id: string
  charges: number
  discount: number
  net: number
  paid: number
  balance: number
  payment_status: PaymentStatus
  hidden: number | null
}

const AMOUNTS = sql`t.charges::float8 as charges, t.discount::float8 as discount, t.net::float8 as net,
  t.paid::float8 as paid, (t.net - t.paid)::float8 as balance, t.hidden::float8 as hidden`

/** Selects one page of visits in wire format. */
export async function selectVisitPage(
  figures: Figures,
  query: VisitQuery,
  page: PageInput,
): Promise<VisitListRow[]> {
  const way = directionOf(page)
  const { rows } = await sql<AmountsRow>`
    select t.id, t.payment_status, ${AMOUNTS} from ${listedVisits(figures, query)} t
    order by t.start_dt ${way}, t.id ${way} ${limitOf(page)}`.execute(figures.tx)
  const ids = rows.map(({ id }) => id)
  const amounts = await departmentAmounts(figures, { ...query, ids })
  const shown = new Map(rows.map((row) => [row.id, { ...row, ...amounts.get(row.id) }]))
  const visits = await selectVisitRows(figures.tx, figures.caller, ids)
  return visits.flatMap((visit) => {
    const row = shown.get(visit.id)
    return row ? [{ ...visit, amounts: toAmounts(row), hidden_discount: row.hidden }] : []
  })
}

/** With a department in the filter, returns the amounts of a visit's services there. */
async function departmentAmounts(
  figures: Figures,
  query: VisitQuery,
): Promise<Map<string, Omit<AmountsRow, 'payment_status'>>> {
  const { department_id } = query.filter
  if (department_id === undefined) return new Map()
  const lines = listedLines(figures, listedVisits(figures, query))
  const { rows } = await sql<Omit<AmountsRow, 'payment_status'>>`
    select t.id, ${AMOUNTS} from (
      select t.visit_id as id, sum(t.charges) as charges, sum(t.discount) as discount, sum(t.net) as net,
        sum(t.paid) as paid, sum(t.hidden) as hidden
      from ${lines} t where ${isOfDepartmentAsked(department_id)} group by t.visit_id) t`.execute(figures.tx)
  return new Map(rows.map((row) => [row.id, row]))
}

const toAmounts = ({ charges, discount, net, paid, balance, payment_status }: AmountsRow): ListedAmounts => ({
  charges,
  discount,
  net_charges: net,
  paid,
  balance,
  payment_status,
})
