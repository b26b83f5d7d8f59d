import { VISIT_PARTS } from '#contract/records/records.ts'
import type { CacheDatabase } from './cache-database.ts'

/** The tables of the parts of a visit, for a transaction that deletes visits. */
export const visitPartTables = (cache: CacheDatabase) => VISIT_PARTS.map(({ copies }) => cache[copies.table])

/** Deletes the parts of these visits, inside the caller's transaction. */
export async function deleteWithVisits(cache: CacheDatabase, visits: readonly string[]): Promise<void> {
  const ids = [...visits]
  for (const table of visitPartTables(cache)) await table.where('visit').anyOf(ids).delete()
}
