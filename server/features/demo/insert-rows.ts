import { sql } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'
import type { DB } from '#server/kernel/database/schema.ts'

/**
 * Inserts many rows with one JSON parameter per set of columns, which keeps the cost of the driver and the query
 * builder very low. A column that a row omits gets its default.
 */
export async function insertRows(tx: Tx, table: keyof DB, rows: readonly object[]): Promise<void> {
  const bySignature = Map.groupBy(rows, (row) => Object.keys(row).toSorted().join(' '))
  for (const [signature, some] of bySignature) {
    const columns = sql.join(signature.split(' ').map((name) => sql.ref(name)))
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(some)}::json)`.execute(
      tx,
    )
  }
}
