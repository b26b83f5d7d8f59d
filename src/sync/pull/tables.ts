import type { Table } from 'dexie'
import { type AnyRecord, recordOf, type SyncType } from '#contract/records/records.ts'
import type { CopyRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { Repository } from '#src/db/repository.ts'

/** The repository with the copies of a type, whatever they hold. */
export function repositoryOf(databases: Databases, type: SyncType): Repository<CopyRow, unknown> {
  // Each table has its own row and body; code that handles every type knows only what all rows have.
  return databases[recordOf<AnyRecord['type']>(type).copies.table] as unknown as Repository<CopyRow, unknown>
}

/** The table with the copies of a type, whatever they hold. */
export const tableOf = (databases: Databases, type: SyncType): Table<CopyRow, string> =>
  repositoryOf(databases, type).table
