import { type RawBuilder, sql } from 'kysely'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import type { SalesOrder } from '#domain/money/sales-filters.ts'
import type { Figures } from './figures.ts'

/** A page as it is asked for. */
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

/** Where a page stands among `matching` rows; more than 10,000 are told as 10,001. */
export const pageOf = ({ p, ps }: PageInput, rows: number, matching: number) => ({
  start: (p - 1) * ps,
  total: rows,
  total_records: Math.min(matching, COUNT_CAP),
  cur_page: p,
})

/** How many rows `table` has, at most COUNT_CAP. */
export async function countUpToCap({ tx }: Figures, table: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from ${table} t limit ${COUNT_CAP}) as counted`.execute(tx)
  return rows[0]?.n ?? 0
}

/**
 * The number of rows that match: a page that is not full tells it by itself, otherwise `count` is asked.
 */
export async function matchingOf(
  { p, ps }: PageInput,
  rows: number,
  count: () => Promise<number>,
): Promise<number> {
  const isLast = rows < ps && (rows > 0 || p === 1)
  return isLast ? (p - 1) * ps + rows : count()
}
