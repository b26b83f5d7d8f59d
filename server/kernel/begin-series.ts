import { sql } from 'kysely'
import { firstYearOf } from '#domain/branch/financial-year.ts'
import type { Tx } from './context.ts'
import { prefixOf, type Series } from './number-kinds.ts'

/** Numbers that a restore leaves out of each series (as entry.begin_history does). */
const LEFT_OUT = 1_000

/**
 * Creates a series that does not exist yet. In a restored history it may have begun after the backup: it then starts
 * beyond the numbers it may have given, and the skipped numbers are recorded as a gap of the latest restore. A restore
 * from before the series' financial year lost none of its numbers. Does nothing if another transaction just created it.
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
