import { type RawBuilder, sql } from 'kysely'
import type { ServiceFilter } from '#contract/calls/sales.ts'
import type { SalesTotals, ServiceRow } from '#contract/calls/sales-records.ts'
import type { Context } from '#server/kernel/context.ts'
import { selectModesUsed } from '../modes-received.ts'
import { type PickedLines, selectServiceRows } from '../service-rows.ts'
import { type Figures, openFigures, stamp } from './figures.ts'
import { hasLineFilter, isWantedLine } from './line-filter.ts'
import { listedLines } from './listed-lines.ts'
import { listedVisits, type VisitQuery } from './listed-visits.ts'
import { countUpToCap, directionOf, limitOf, matchingOf, type PageInput, pageOf } from './paging.ts'
import { SUMS, type SumsRow, toTotals } from './visit-sums.ts'

export type ServiceListInput = ServiceFilter & PageInput & { forCsv?: 'T' | 'F' | undefined }

/** Returns a page of the services of invoices with the sums of all pages. */
export async function listServices(ctx: Context, input: ServiceListInput) {
  const figures = await openFigures(ctx, input)
  const data = await selectServicePage(figures, input, input)
  const totals = await sumServices(figures, input)
  if (input.forCsv === 'T')
    await ctx.audit('export', 'invoice', undefined, { page: input.p, services: data.length })
  return {
    result: { data, page: pageOf(input, data.length, totals.visits), totals },
    payment_modes_used: await modesOf(figures, input),
    ...stamp(figures),
  }
}

/** Returns a page of the same rows for a file. */
export async function listAllServices(ctx: Context, input: ServiceListInput) {
  const figures = await openFigures(ctx, input)
  const data = await selectServicePage(figures, input, input)
  const matching = await matchingOf(input, data.length, () => countUpToCap(figures, rowsOf(figures, input)))
  await ctx.audit('export', 'invoice', undefined, { page: input.p, services: data.length })
  return {
    result: { data, page: pageOf(input, data.length, matching) },
    payment_modes_used: await modesOf(figures, input),
    ...stamp(figures),
  }
}

// Leaves out department and referrers, which are conditions on each service and not on its invoice.
function queryOf(filter: ServiceFilter): VisitQuery {
  const { created_by, payment_status, ref_scheme, includeFutureReceipt } = filter
  return {
    base: 'Invoices',
    filter: {
      created_by,
      payment_status,
      ref_scheme,
      includeFutureReceipt,
      ...(filter.cases ? { is_started: 'Y' as const } : {}),
    },
  }
}

const modesOf = (figures: Figures, input: ServiceListInput) =>
  input.p === 1
    ? selectModesUsed(figures, listedVisits(figures, queryOf(input)), input.includeFutureReceipt === 'Y')
    : Promise.resolve([])

/**
 * Returns the rows of the list without their amounts: visit, start and the lines of each; several lines if the
 * laboratory tests of a visit are combined.
 */
function rowsOf(figures: Figures, filter: ServiceFilter): RawBuilder<unknown> {
  const { clientId } = figures.caller
  const lines = sql`${listedVisits(figures, queryOf(filter))} b
    join visit_service s on s.client_id = ${clientId} and s.visit_id = b.id
    where not b.is_cancelled and ${isWantedLine(figures, filter)}`
  // One row per service needs no grouping, so the first page of a year does not need to read the whole year.
  if (filter.combine_lab === 'N')
    return sql`(select b.id as visit_id, b.start_dt, s.place, array[s.id] as ids from ${lines})`
  return sql`(select b.id as visit_id, b.start_dt, min(s.place) as place,
      array_agg(s.id order by s.place, s.start_dt, s.id) as ids
    from ${lines} group by b.id, b.start_dt, case when s.islaboratory then null else s.id end)`
}

/** Sums the services of a filter; `visits` counts the rows of the list. */
export async function sumServices(figures: Figures, filter: ServiceFilter): Promise<SalesTotals> {
  const lines = listedLines(figures, listedVisits(figures, queryOf(filter)))
  const rows =
    filter.combine_lab === 'Y'
      ? sql`count(*) filter (where not t.islaboratory) + count(distinct t.visit_id) filter (where t.islaboratory)`
      : sql`count(*)`
  const { clientId } = figures.caller
  // Lines are already live services, except for a visit without services.
  const wanted = hasLineFilter(filter)
    ? sql`join visit_service s on s.client_id = ${clientId} and s.id = t.id where ${isWantedLine(figures, filter)}`
    : sql`where t.id is not null`
  const answer = await sql<SumsRow>`
    select (${rows})::int as visits, ${SUMS} from ${lines} t ${wanted}`.execute(figures.tx)
  const [row] = answer.rows
  if (!row) throw new Error('an aggregate has a row')
  return toTotals(figures, row)
}

/** Selects one page of services in wire format. */
export async function selectServicePage(
  figures: Figures,
  filter: ServiceFilter,
  page: PageInput,
): Promise<ServiceRow[]> {
  const way = directionOf(page)
  const { rows } = await sql<PickedLines>`
    select t.visit_id, t.ids from ${rowsOf(figures, filter)} t
    order by t.start_dt ${way}, t.visit_id ${way}, t.place, t.ids[1] ${limitOf(page)}`.execute(figures.tx)
  const ids = [...new Set(rows.map(({ visit_id }) => visit_id))]
  return selectServiceRows(figures, rows, {
    visits: listedVisits(figures, { ...queryOf(filter), ids }),
    includesFuture: filter.includeFutureReceipt === 'Y',
  })
}
