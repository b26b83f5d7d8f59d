import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type * as z from 'zod/mini'
import { ALL_PAGE_SIZE, COUNT_CAP } from '#contract/kernel/paging.ts'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { Tx } from '#server/kernel/context.ts'
import { asPlatform } from '#server/kernel/database/as-platform.ts'
import { searchConditions } from '#server/kernel/database/search-conditions.ts'
import { recordOf } from '#server/masters/columns.ts'
import type { StoredRow } from '#server/masters/hooks.ts'

/** A record in the form of the master's declaration. */
export type RecordOf<M extends AnyMaster> = z.output<M['record']>

/** A master of the platform whose table is invisible to clients' transactions. */
export interface PlatformTable<M extends AnyMaster> {
  master: M
  /** Returns the values of `extra` and `computed`, by id; runs with the platform's role. */
  complete: (tx: Tx, rows: readonly StoredRow[]) => Promise<ReadonlyMap<string, Record<string, unknown>>>
}

/** The filter of a list. */
export interface PlatformFilter {
  k?: string | undefined
  status?: '0' | '1' | undefined
}

/** Selects a page of the table, ordered by name, with the number of matches. */
export function selectPage<M extends AnyMaster>(
  tx: Tx,
  table: PlatformTable<M>,
  filter: PlatformFilter,
  { p, ps }: { p: number; ps: number },
): Promise<{
  data: RecordOf<M>[]
  page: { start: number; total: number; total_records: number; cur_page: number }
}> {
  const start = (p - 1) * ps
  return asPlatform(tx, async (tx) => {
    const matching = matchingRows(table.master, filter)
    const { rows: counted } = await sql<{ n: number }>`
      select count(*)::int as n from (select 1 ${matching} limit ${COUNT_CAP}) as found`.execute(tx)
    const { rows } = await sql<StoredRow>`select m.* ${matching} order by lower(m.name), m.id
      limit ${ps} offset ${start}`.execute(tx)
    const data = await recordsOf(tx, table, rows)
    return { data, page: { start, total: data.length, total_records: counted[0]?.n ?? 0, cur_page: p } }
  })
}

/** Selects the table without pages, up to the maximum of such lists. */
export function selectAll<M extends AnyMaster>(
  tx: Tx,
  table: PlatformTable<M>,
  filter: PlatformFilter,
): Promise<RecordOf<M>[]> {
  return asPlatform(tx, async (tx) => {
    const { rows } = await sql<StoredRow>`select m.* ${matchingRows(table.master, filter)}
      order by lower(m.name), m.id limit ${ALL_PAGE_SIZE}`.execute(tx)
    return recordsOf(tx, table, rows)
  })
}

/** Returns one row that is not deleted, locked for a change if requested; runs with the platform's role. */
export async function findRow(
  tx: Tx,
  { table }: AnyMaster,
  id: string,
  lock: 'lock' | 'read' = 'read',
): Promise<StoredRow | undefined> {
  const { rows } = await sql<StoredRow>`select * from ${sql.table(table)} where id = ${id}
    ${lock === 'lock' ? sql`for update` : sql``}`.execute(tx)
  return rows[0]
}

/** Converts rows to records, in their order; runs with the platform's role. */
export async function recordsOf<M extends AnyMaster>(
  tx: Tx,
  { master, complete }: PlatformTable<M>,
  rows: readonly StoredRow[],
): Promise<RecordOf<M>[]> {
  const completed = rows.length > 0 ? await complete(tx, rows) : undefined
  return rows.map((row) => ({
    ...recordOf(master, row),
    ...completed?.get(row.id),
  })) as unknown as RecordOf<M>[]
}

// The platform has a row in the client table but is not a client.
function matchingRows({ table, search }: AnyMaster, { k, status }: PlatformFilter): RawBuilder<unknown> {
  const conditions = [
    sql<SqlBool>`m.hidden is null and m.id <> ${PLATFORM_CLIENT_ID}`,
    ...searchConditions(
      search.map((name) => sql.ref(`m.${name}`)),
      k,
    ),
    ...(status === undefined ? [] : [sql<SqlBool>`m.active = ${status === '1'}`]),
  ]
  return sql`from ${sql.table(table)} as m where ${sql.join(conditions, sql` and `)}`
}
