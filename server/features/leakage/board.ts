import { type RawBuilder, sql } from 'kysely'
import type { LeakCount } from '#contract/calls/leakage.ts'
import { hasAmount, LEAK_LINES, type LeakLine } from '#domain/leakage/lines.ts'
import { type TrendSteps, trendSteps } from '#domain/leakage/trend.ts'
import type { Caller } from '#server/kernel/context.ts'
import type { Figures } from '../sales/public/figures.ts'
import { readsStudiesOfSales } from '../sales-papers/public/paper-access.ts'
import { explainedRows } from './explained-rows.ts'

/** Returns the lines that the reader may see: the line of studies requires more rights. */
export function linesOf(caller: Caller): readonly LeakLine[] {
  const readsStudies = readsStudiesOfSales(caller)
  return LEAK_LINES.filter((line) => line !== 'unmatched_study' || readsStudies)
}

/** Returns each line with its open and explained entries, the amount of the open ones, and the trend of all. */
export async function readBoard(figures: Figures): Promise<LeakCount[]> {
  const lines: LeakCount[] = []
  for (const line of linesOf(figures.caller)) lines.push(await countLine(figures, line))
  return lines
}

type Counted = Pick<LeakCount, 'open' | 'explained' | 'amount' | 'unpriced'> & { step: number | null }

async function countLine(figures: Figures, line: LeakLine): Promise<LeakCount> {
  const { tx, scope } = figures
  const steps = trendSteps(scope.fromDay, scope.toDay)
  const { rows } = await sql<Counted>`
    select k.step, count(*) filter (where not k.is_explained)::int as open,
      count(*) filter (where k.is_explained)::int as explained,
      coalesce(sum(k.amount) filter (where not k.is_explained), 0)::float8 as amount,
      count(*) filter (where not k.is_explained and k.amount is null)::int as unpriced
    from (select e.is_explained, e.amount, ${stepOf(figures, steps)} as step
      from ${explainedRows(figures, { line, state: 'All' })} e
      left join branch eb on eb.client_id = ${figures.caller.clientId} and eb.id = e.branch_id) k
    group by grouping sets ((), (k.step))`.execute(tx)
  const all = rows.find(({ step }) => step === null)
  if (!all) throw new Error('the empty grouping set has a row')
  const { open, explained, amount, unpriced } = all
  const trend = Array.from({ length: steps.count }, () => 0)
  for (const { step, ...found } of rows) if (step !== null) trend[step] = found.open + found.explained
  return {
    line,
    open,
    explained,
    trend,
    trend_unit: steps.unit,
    ...(hasAmount(line) ? { amount, unpriced } : { amount: null, unpriced: 0 }),
  }
}

/**
 * The trend step of an entry `e`, in the zone of its branch `eb`; without a branch in the first zone. An entry in the
 * range whose time is outside belongs to the nearest step.
 */
function stepOf({ scope }: Figures, { size, count }: TrendSteps): RawBuilder<unknown> {
  const zone = scope.zones[0]?.zone ?? 'UTC'
  const daysLeft = sql`(${scope.toDay}::date - (e.at at time zone coalesce(eb.time_zone, ${zone}))::date)`
  // The division rounds towards zero, so entries after the last day are in the last step.
  return sql`greatest(0, least(${count - 1}::int, ${count - 1}::int - ${daysLeft} / ${size}::int))`
}
