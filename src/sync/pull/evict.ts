import type { Table } from 'dexie'
import type { CopyRow, StudyPartCopy } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { deleteWithStudies, partTables } from '#src/db/study-parts.ts'
import type { CacheState } from './cache-state.ts'
import { LOCAL_SCOPE } from './copies.ts'

const idOf = (reference: string) => reference.slice(reference.indexOf(':') + 1)

/** Ids of the records that unsent work and drafts are about: no eviction takes them. */
export async function recordsInUse({ work }: Databases): Promise<Set<string>> {
  const [outbox, overlay, drafts] = await Promise.all([
    work.outbox.toArray(),
    work.overlay.toArray(),
    work.drafts.toArray(),
  ])
  return new Set([
    ...outbox.flatMap(({ aggregate, record }) => [idOf(aggregate), idOf(record)]),
    ...overlay.map(({ record }) => record),
    ...drafts.flatMap(({ id, study }) => [id, study]),
  ])
}

/** So many studies stay that a person opened outside of the window; the ones received longest ago go first. */
const OPENED_MAX = 200

/**
 * Takes studies out that the server's window has left behind, with their reports, and of those that were only opened
 * the ones too many. Only the server's bounds count, never this device's clock. Answers the ids that are gone.
 */
export async function evictBeyondWindow(
  { cache }: Databases,
  { windows }: Pick<CacheState, 'windows'>,
  used: ReadonlySet<string>,
): Promise<string[]> {
  const from = Date.parse(windows.study?.from ?? '')
  return cache.transaction('rw', [cache.studies, cache.reports, ...partTables(cache)], async () => {
    const old = Number.isNaN(from) ? [] : await cache.studies.where('received').below(from).toArray()
    const opened = await cache.studies.where('scope').equals(LOCAL_SCOPE).sortBy('received')
    const tooMany = opened.slice(0, Math.max(0, opened.length - OPENED_MAX))
    const gone = [...old.filter(({ scope }) => scope !== LOCAL_SCOPE), ...tooMany]
      .map(({ id }) => id)
      .filter((id) => !used.has(id))
    await cache.studies.bulkDelete(gone)
    await deleteWithStudies(cache, gone)
    return gone
  })
}

/** Empties the copies so that they are fetched anew; what unsent work is about stays. */
export async function forgetCopies({ cache }: Databases, used: ReadonlySet<string>): Promise<void> {
  await cache.transaction('rw', cache.tables, async () => {
    const masters = [
      cache.branches,
      cache.doctors,
      cache.tags,
      cache.templates,
      cache.shortcuts,
      cache.documentTags,
    ]
    for (const table of masters) await table.clear()
    await keepOnly(cache.studies, used)
    await keepOnly(cache.reports, used)
    for (const table of partTables(cache)) await keepOnly<StudyPartCopy>(table, used)
    await cache.meta.clear()
  })
}

// Revision 0: whatever the server sends is newer.
async function keepOnly<Row extends CopyRow>(
  table: Table<Row, string>,
  used: ReadonlySet<string>,
): Promise<void> {
  await table.filter(({ id }) => !used.has(id)).delete()
  await table.toCollection().modify((row) => {
    row.scope = LOCAL_SCOPE
    row.rev = 0
  })
}
