import type { SyncRow } from '#contract/calls/sync.ts'
import type { SyncType } from '#contract/records/records.ts'
import type { CopyRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { copyOf } from './copies.ts'
import { repositoryOf } from './tables.ts'

/** A change of one copy, ready to write: a sealed row, or an id that the reader can no longer access. */
export type CopyChange = { type: SyncType; id: string; row: CopyRow | undefined }

/** Seals the rows of a batch, in order. */
export function sealBatch(databases: Databases, rows: readonly SyncRow[]): Promise<CopyChange[]> {
  return Promise.all(
    rows.map(async (row) => {
      if (row.op === 'leave') return { type: row.type, id: row.id, row: undefined }
      return { type: row.type, id: row.id, row: await repositoryOf(databases, row.type).seal(copyOf(row)) }
    }),
  )
}
