import type { SyncRow } from '#contract/calls/sync.ts'
import type { CacheDatabase } from '#src/db/cache-database.ts'
import { dropPriorsOf } from '#src/db/prior-rows.ts'

/**
 * Applies rows of the feed, or of a repair, to the prefetched prior studies, inside the transaction that applies them.
 * If the reader lost a study, every row that names it is deleted at once and fetched again. Rows with other changes
 * (another text was filed, the patient changed) stay readable and are refreshed soon.
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
