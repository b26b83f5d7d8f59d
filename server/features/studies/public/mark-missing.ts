import { sql } from 'kysely'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { studyScopes } from './store.ts'

/** Marks studies as missing at their image server; changes nothing else. Skips those that came back since. */
export async function markMissing(
  work: Write,
  { clientId, pacsId }: { clientId: string; pacsId: string },
  ids: readonly string[],
): Promise<void> {
  const rows = await work.tx
    .updateTable('study')
    .set({ missing_at_source_since: work.now, rev: sql`rev + 1` })
    .where('client_id', '=', clientId)
    .where('pacs_id', '=', pacsId)
    .where('id', '=', sql<string>`any(${[...ids]})`)
    .where('missing_at_source_since', 'is', null)
    .where('hidden', 'is', null)
    .returningAll()
    .execute()
  for (const row of rows) work.changed({ type: 'study', id: row.id, rev: row.rev, scopes: studyScopes(row) })
}
