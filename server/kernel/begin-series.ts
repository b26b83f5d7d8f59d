import { sql } from 'kysely'
import { firstYearOf } from '#domain/branch/financial-year.ts'
import type { Tx } from './context.ts'
import { prefixOf, type Series } from './number-kinds.ts'

/** As many numbers as a restore leaves out (entry.begin_history). */
const LEFT_OUT = 1_000

/**
 * Makes a series that is not there yet. In a restored history it may have begun after the backup: then it begins beyond
 * what it may have given, and what it leaves out is kept as a gap of the latest restore. A restore of before its financial
 * year lost none of its numbers. Nothing where somebody else made it in this moment.
 */
export async function beginSeries(tx: Tx, series: Series): Promise<void> {
  const { clientId, kind, branchId, year } = series
  const since = `${firstYearOf(year) ?? '0001'}-01-01`
  await sql`
    with restores as (
      select count(*)::int * ${LEFT_OUT} as left_out, (array_agg(epoch order by at desc))[1] as epoch
      from restore where client_id = ${clientId} and at >= ${since}::date),
    begun as (
      insert into number_series (client_id, branch_id, kind, year, prefix, next)
      select ${clientId}, ${branchId}, ${kind}, ${year}, ${prefixOf(series)}, 1 + left_out from restores
      on conflict do nothing
      returning next)
    insert into number_jump (client_id, epoch, branch_id, kind, year, from_no, to_no)
    select ${clientId}, epoch, ${branchId}, ${kind}, ${year}, 1, begun.next
    from restores, begun where left_out > 0
    on conflict do nothing`.execute(tx)
}
