import { repairCalls } from '#contract/calls/repair.ts'
import type { SyncType } from '#contract/records/records.ts'
import type { CopyRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { withQuotaRetryForCopies } from '#src/db/quota.ts'
import type { Caller } from '../api/caller.ts'
import { notePriorChanges } from '../priors/note-changes.ts'
import { writeChanges } from '../pull/apply-batch.ts'
import { type CacheState, readCacheState } from '../pull/cache-state.ts'
import { LOCAL_SCOPE } from '../pull/copies.ts'
import { recordsInUse } from '../pull/evict.ts'
import { type CopyChange, sealBatch } from '../pull/seal-batch.ts'
import { tableOf } from '../pull/tables.ts'

/**
 * Fetches the current records (at most 200) from the server and corrects the copies, by the rules of a pull batch. Call
 * it between two pulls: applies nothing if the cursor has moved meanwhile. Returns the ids that changed.
 */
export async function applyRepairs(
  databases: Databases,
  call: Caller,
  type: SyncType,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const { cache } = databases
  const asked = await readCacheState(cache)
  const { rows, epoch } = await call(repairCalls.records, { type, ids: ids.join(',') }, { signal })
  if (epoch !== asked.epoch) return []
  const changes = await sealBatch(databases, rows)
  const used = await recordsInUse(databases)
  const table = tableOf(databases, type)
  return withQuotaRetryForCopies(cache, () =>
    cache.transaction('rw', [table, cache.meta, cache.priors, cache.priorMarks], async () => {
      const state = await readCacheState(cache)
      // Another page pulled meanwhile, or the user signed out: the next run compares again.
      if (signal.aborted || state.cursor !== asked.cursor) return []
      const kept = await table.bulkGet(changes.map(({ id }) => id))
      const wrong = changes.filter((change, i) => isWrong(change, kept[i], state))
      await writeChanges(table, wrong, used)
      // Prior rows can also cover studies that this device has no copy of.
      const mended = new Set(wrong.map(({ id }) => id))
      await notePriorChanges(
        cache,
        rows.filter(({ id, op }) => op === 'leave' || mended.has(id)),
      )
      return wrong.map(({ id }) => id)
    }),
  )
}

function isWrong({ row }: CopyChange, copy: CopyRow | undefined, { granted }: CacheState): boolean {
  // The feed does not own rows of LOCAL_SCOPE.
  if (!row) return copy !== undefined && copy.scope !== LOCAL_SCOPE
  // Rights have changed; the next pull brings the newly accessible rows.
  if (!granted.includes(row.scope)) return false
  if (!copy) return true
  if (copy.rev > row.rev) return false
  return copy.rev < row.rev || !granted.includes(copy.scope) || !isSamePlace(copy, row)
}

/** Whether the clear fields agree: lists find the copy by them. Two scopes of one record are both right. */
function isSamePlace(copy: CopyRow, row: CopyRow): boolean {
  const { e: _sealed, scope: _scope, ...fields } = row
  return Object.entries(fields).every(([name, value]) => copy[name as keyof CopyRow] === value)
}
