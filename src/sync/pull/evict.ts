import type { Table } from 'dexie'
import type { CopyRow, StudyPartCopy, VisitPartCopy } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { deleteWithStudies, partTables, tablesWithStudies } from '#src/db/study-parts.ts'
import { deleteWithVisits, visitPartTables } from '#src/db/visit-parts.ts'
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

/** So many studies, visits or patients stay that a person opened outside of the window; the oldest go first. */
const OPENED_MAX = 200

/** The records with a time of their own, the index that it stands in, and what goes with them. */
const DATED = [
  { type: 'study', table: 'studies', time: 'received' },
  { type: 'visit', table: 'visits', time: 'at' },
  { type: 'patient', table: 'patients', time: 'at' },
  { type: 'booking_request', table: 'bookingRequests', time: 'at' },
  { type: 'notification', table: 'notifications', time: 'at' },
] as const
type Dated = (typeof DATED)[number]

/**
 * Takes out what the server's windows have left behind, with what stands with it, and of those that were only opened
 * the ones too many. Only the server's bounds count, never this device's clock. Returns the ids of studies that are gone.
 */
export async function evictBeyondWindow(
  databases: Databases,
  { windows }: Pick<CacheState, 'windows'>,
): Promise<string[]> {
  const studies: string[] = []
  let used: ReadonlySet<string> | undefined
  for (const dated of DATED) {
    const from = Date.parse(windows[dated.type]?.from ?? '')
    // Most often nothing is to go: then nobody need be asked for what is in use.
    if ((await findBeyond(databases.cache, dated, from)).length === 0) continue
    used ??= await recordsInUse(databases)
    const gone = await takeOut(databases.cache, dated, from, used)
    if (dated.type === 'study') studies.push(...gone)
  }
  return studies
}

async function takeOut(
  cache: Databases['cache'],
  dated: Dated,
  from: number,
  used: ReadonlySet<string>,
): Promise<string[]> {
  const tables = [cache[dated.table], ...tablesWithStudies(cache), ...visitPartTables(cache)]
  return cache.transaction('rw', tables, async () => {
    const gone = (await findBeyond(cache, dated, from)).filter((id) => !used.has(id))
    await cache[dated.table].bulkDelete(gone)
    if (dated.type === 'study') await deleteWithStudies(cache, gone)
    if (dated.type === 'visit') await deleteWithVisits(cache, gone)
    return gone
  })
}

async function findBeyond(
  cache: Databases['cache'],
  { table: name, time }: Dated,
  from: number,
): Promise<string[]> {
  const table: Table<CopyRow, string> = cache[name]
  const opened = table.where('scope').equals(LOCAL_SCOPE)
  const [old, count] = await Promise.all([
    Number.isNaN(from) ? [] : table.where(time).below(from).toArray(),
    opened.count(),
  ])
  const tooMany = count > OPENED_MAX ? (await opened.sortBy(time)).slice(0, count - OPENED_MAX) : []
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
      cache.people,
    ]
    for (const table of masters) await table.clear()
    await keepOnly(cache.studies, used)
    await keepOnly(cache.reports, used)
    for (const table of partTables(cache)) await keepOnly<StudyPartCopy>(table, used)
    await keepOnly(cache.patients, used)
    await keepOnly(cache.visits, used)
    await keepOnly(cache.bookingRequests, used)
    await keepOnly(cache.notifications, used)
    for (const table of visitPartTables(cache)) await keepOnly<VisitPartCopy>(table, used)
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
