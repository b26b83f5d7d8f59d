import { type RawBuilder, sql } from 'kysely'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import type { SalesOrder } from '#domain/money/sales/sales-filters.ts'
import type { Figures } from './figures.ts'

/** The requested page. */
export interface PageInput {
  p: number
  ps: number
  order_by: SalesOrder
}

/** asc or desc. */
export const directionOf = ({ order_by }: PageInput): RawBuilder<unknown> =>
  order_by === 'date_asc' ? sql`asc` : sql`desc`

/** The rows of the page. */
export const limitOf = ({ p, ps }: PageInput): RawBuilder<unknown> => sql`limit ${ps} offset ${(p - 1) * ps}`

/** Returns the position of a page among `matching` rows; more than 10,000 are shown as 10,001. */
export const pageOf = ({ p, ps }: PageInput, rows: number, matching: number) => ({
  start: (p - 1) * ps,
  total: rows,
  total_records: Math.min(matching, COUNT_CAP),
  cur_page: p,
})

/** Counts the rows of `table`, at most COUNT_CAP. */
export async function countUpToCap({ tx }: Figures, table: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from ${table} t limit ${COUNT_CAP}) as counted`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Returns the number of matching rows: follows from an incomplete page; otherwise calls `count`. */
export async function matchingOf(
  { p, ps }: PageInput,
  rows: number,
  count: () => Promise<number>,
): Promise<number> {
  const isLast = rows < ps && (rows > 0 || p === 1)
  return isLast ? (p - 1) * ps + rows : count()
}
