import { type Dexie, liveQuery } from 'dexie'
import type { WorkDatabase } from '#src/db/work-database.ts'

/**
 * Restores the wrapped keys of an open vault if the browser or a user cleared the database under the page: what is
 * typed afterwards is sealed with the same key, and without them no password could open it. Returns the stop function.
 */
export function keepKeys(work: WorkDatabase): () => void {
  let kept: unknown[] = []
  const following = liveQuery(() => work.keys.toArray()).subscribe((rows) => {
    if (rows.length > 0) kept = rows
  })
  const putBack = async (database: Dexie) => {
    const keys = database.table('keys')
    if (kept.length > 0 && (await keys.count()) === 0) await keys.bulkPut(kept)
  }
  work.on('ready', (database) => putBack(database), true)
  return () => {
    kept = []
    following.unsubscribe()
  }
}
