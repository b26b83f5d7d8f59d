import { sql } from 'kysely'
import type { LeakCount } from '#contract/calls/leakage.ts'
import { hasAmount, LEAK_LINES, type LeakLine } from '#domain/leakage/lines.ts'
import type { Caller } from '#server/kernel/context.ts'
import type { Figures } from '../sales/figures.ts'
import { explainedRows } from './explained-rows.ts'

/**
 * The lines that the reader may see. Studies are nobody's sales: they are shown to who reads the sales of everybody and
 * the archives.
 */
export function linesOf({ permissions, salesReport, salesInvoice }: Caller): readonly LeakLine[] {
  const readsStudies = permissions.has('view_archives') && salesReport === 'All' && salesInvoice === 'All'
  return LEAK_LINES.filter((line) => line !== 'unmatched_study' || readsStudies)
}

/** Each line with its open and explained entries, and what the open ones have at stake. */
export async function readBoard(figures: Figures): Promise<LeakCount[]> {
  const lines: LeakCount[] = []
  for (const line of linesOf(figures.caller)) lines.push(await countLine(figures, line))
  return lines
}

async function countLine(figures: Figures, line: LeakLine): Promise<LeakCount> {
  const { rows } = await sql<Omit<LeakCount, 'line'>>`
    select count(*) filter (where not k.is_explained)::int as open,
      count(*) filter (where k.is_explained)::int as explained,
      coalesce(sum(k.amount) filter (where not k.is_explained), 0)::float8 as amount,
      count(*) filter (where not k.is_explained and k.amount is null)::int as unpriced
    from ${explainedRows(figures, { line, state: 'All' })} k`.execute(figures.tx)
  const [row] = rows
  if (!row) throw new Error('an aggregate has a row')
  return { line, ...row, ...(hasAmount(line) ? {} : { amount: null, unpriced: 0 }) }
}
