import type { SyncRow } from '#contract/calls/sync.ts'
import type { CacheDatabase } from '#src/db/cache-database.ts'
import { dropPriorsOf } from '#src/db/prior-rows.ts'

/**
 * What rows of the feed, or of a repair, mean for the former studies that are kept ahead, inside the transaction that applies them.
 * A study that is no longer the reader's is no longer told of: every row that names it goes at once and is fetched anew.
 * What changed otherwise (another text was filed, the patient is another) stays to be read and is asked for again soon.
 */
export async function notePriorChanges(cache: CacheDatabase, rows: readonly SyncRow[]): Promise<void> {
  const left = rows.filter(({ type, op }) => type === 'study' && op === 'leave').map(({ id }) => id)
  if (left.length > 0) await dropPriorsOf(cache, left)
  const changed = new Set(rows.flatMap(changedStudy))
  if (changed.size === 0 || (await cache.priorMarks.count()) === 0) return
  const ids = [...changed]
  const [naming, own] = [
    await cache.priorMarks.where('studies').anyOf(ids).distinct().primaryKeys(),
    await cache.priorMarks.where('id').anyOf(ids).primaryKeys(),
  ]
  await cache.priorMarks
    .where('id')
    .anyOf([...new Set([...naming, ...own])])
    .modify((row) => {
      row.changes += 1
    })
}

function changedStudy(row: SyncRow): string[] {
  if (row.op === 'leave') return []
  if (row.type === 'study') return [row.id]
  return row.type === 'report' || row.type === 'addendum' ? [row.body.study_id] : []
}
