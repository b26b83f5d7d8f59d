import type { Table } from 'dexie'
import type { CopyRow, StudyPartCopy } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { deleteWithStudies, partTables } from '#src/db/study-parts.ts'
import type { CacheState } from './cache-state.ts'
import { LOCAL_SCOPE } from './copies.ts'

const idOf = (reference: string) => reference.slice(reference.indexOf(':') + 1)

/** Ids of the records that unsent work and drafts are about: no eviction takes them. */
export async function recordsInUse({ work }: Databases): Promise<Set<string>> {
  // By the indexes alone: the values may be long texts.
  const [aggregates, records, effects, drafts, studies] = await Promise.all([
    work.outbox.orderBy('aggregate').uniqueKeys() as PromiseLike<string[]>,
    work.outbox.orderBy('record').uniqueKeys() as PromiseLike<string[]>,
    work.overlay.orderBy('[type+record]').uniqueKeys() as unknown as PromiseLike<[string, string][]>,
    work.drafts.toCollection().primaryKeys(),
    work.drafts.orderBy('study').uniqueKeys() as PromiseLike<string[]>,
  ])
  const shown = effects.map(([, record]) => record)
  return new Set([...[...aggregates, ...records].map(idOf), ...shown, ...drafts, ...studies])
}

/** So many studies stay that a person opened outside of the window; the ones received longest ago go first. */
const OPENED_MAX = 200

/**
 * Takes studies out that the server's window has left behind, with their reports, and of those that were only opened
 * the ones too many. Only the server's bounds count, never this device's clock. Answers the ids that are gone.
 */
export async function evictBeyondWindow(
  databases: Databases,
  { windows }: Pick<CacheState, 'windows'>,
): Promise<string[]> {
  const { cache } = databases
  const from = Date.parse(windows.study?.from ?? '')
  // Most often nothing is to go: then nobody need be asked for what is in use.
  if ((await findBeyond(cache, from)).length === 0) return []
  const used = await recordsInUse(databases)
  return cache.transaction('rw', [cache.studies, cache.reports, ...partTables(cache)], async () => {
    const gone = (await findBeyond(cache, from)).filter((id) => !used.has(id))
    await cache.studies.bulkDelete(gone)
    await deleteWithStudies(cache, gone)
    return gone
  })
}

async function findBeyond({ studies }: Databases['cache'], from: number): Promise<string[]> {
  const opened = studies.where('scope').equals(LOCAL_SCOPE)
  const [old, count] = await Promise.all([
    Number.isNaN(from) ? [] : studies.where('received').below(from).toArray(),
    opened.count(),
  ])
  const tooMany = count > OPENED_MAX ? (await opened.sortBy('received')).slice(0, count - OPENED_MAX) : []
  return [...old.filter(({ scope }) => scope !== LOCAL_SCOPE), ...tooMany].map(({ id }) => id)
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
      cache.masters,
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
