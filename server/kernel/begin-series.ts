import { sql } from 'kysely'
import type { Tx } from './context.ts'
import { PREFIXES, type Series } from './number-kinds.ts'

/** As many numbers as a restore leaves out (entry.begin_history). */
const LEFT_OUT = 1_000

/**
 * Makes a series that is not there yet. In a restored history it may have begun after the backup: then it begins beyond
 * what it may have given, and what it leaves out is kept as a gap of the latest restore. Nothing where somebody else made
 * it in this moment.
 */
export async function beginSeries(tx: Tx, { clientId, kind, branchId }: Series): Promise<void> {
  await sql`
    with restores as (
      select count(*)::int * ${LEFT_OUT} as left_out, (array_agg(epoch order by at desc))[1] as epoch
      from restore where client_id = ${clientId}),
    begun as (
      insert into number_series (client_id, branch_id, kind, prefix, next)
      select ${clientId}, ${branchId}, ${kind}, ${PREFIXES[kind]}, 1 + left_out from restores
      on conflict do nothing
      returning next)
    insert into number_jump (client_id, epoch, branch_id, kind, from_no, to_no)
    select ${clientId}, epoch, ${branchId}, ${kind}, 1, begun.next
    from restores, begun where left_out > 0
    on conflict do nothing`.execute(tx)
}
