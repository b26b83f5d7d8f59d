import type { Table } from 'dexie'
import { DATED_RECORDS, KEPT_WHOLE, SYNCED_RECORDS } from '#contract/records/records.ts'
import type { CopyRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { losePriors } from '#src/db/prior-rows.ts'
import { deleteWithStudies, tablesWithStudies } from '#src/db/study-parts.ts'
import { deleteWithVisits, visitPartTables } from '#src/db/visit-parts.ts'
import type { CacheState } from './cache-state.ts'
import { LOCAL_SCOPE } from './copies.ts'

const idOf = (reference: string) => reference.slice(reference.indexOf(':') + 1)

/** Ids of the records that unsent work and drafts refer to: they are never evicted. */
export async function recordsInUse({ work }: Databases): Promise<Set<string>> {
  // Reads only the indexes: the values may be long texts.
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

/**
 * Maximum number of copies deleted in one transaction. Chromium runs the transactions of all databases of an origin in
 * one queue: a user's write waits behind the deletions, up to 2 ms for each row of a large table.
 */
export const PORTION = 100
/** Maximum number of copies of a type deleted in one pull, because the next pull waits for it. */
const EVICTED_AT_ONCE = 1_000

/** Maximum number of studies, visits or patients that stay after being opened outside the window; oldest go first. */
const OPENED_MAX = 200

type Dated = (typeof DATED_RECORDS)[number]

/**
 * Deletes copies that are older than the server's windows, with their dependent rows, and the excess of those that were
 * only opened. Only the server's bounds count, never this device's clock. Deletes at most 1,000 of a type; the rest
 * goes with the next pulls. Returns the ids of the deleted studies.
 */
export async function evictBeyondWindow(
  databases: Databases,
  { windows }: Pick<CacheState, 'windows'>,
): Promise<string[]> {
  const studies: string[] = []
  for (const dated of DATED_RECORDS) {
    const from = Date.parse(windows[dated.type]?.from ?? '')
    // Usually there is nothing to delete: then skip the query for records in use.
    if ((await findBeyond(databases.cache, dated, from, NOBODY)).length === 0) continue
    for (let count = 0; count < EVICTED_AT_ONCE; count += PORTION) {
      const gone = await evictPortion(databases, dated, from)
      if (dated.type === 'study') studies.push(...gone)
      if (gone.length < PORTION) break
    }
  }
  return studies
}

const NOBODY: ReadonlySet<string> = new Set()

async function evictPortion(databases: Databases, dated: Dated, from: number): Promise<string[]> {
  const { cache } = databases
  const used = await recordsInUse(databases)
  const tables = [cache[dated.copies.table], ...tablesWithStudies(cache), ...visitPartTables(cache)]
  return cache.transaction('rw', tables, async () => {
    const gone = await findBeyond(cache, dated, from, used)
    await cache[dated.copies.table].bulkDelete(gone)
    if (dated.type === 'study') await deleteWithStudies(cache, gone)
    if (dated.type === 'visit') await deleteWithVisits(cache, gone)
    return gone
  })
}

/** Ids of at most one portion of the records that may be deleted. */
async function findBeyond(
  cache: Databases['cache'],
  { copies, time }: Dated,
  from: number,
  used: ReadonlySet<string>,
): Promise<string[]> {
  const table: Table<CopyRow, string> = cache[copies.table]
  const opened = table.where('scope').equals(LOCAL_SCOPE)
  const isBeyond = ({ id, scope }: CopyRow) => scope !== LOCAL_SCOPE && !used.has(id)
  const [old, count] = await Promise.all([
    Number.isNaN(from) ? [] : table.where(time).below(from).filter(isBeyond).limit(PORTION).toArray(),
    opened.count(),
  ])
  const tooMany = count > OPENED_MAX ? (await opened.sortBy(time)).slice(0, count - OPENED_MAX) : []
  const ids = [...old, ...tooMany].map(({ id }) => id)
  return ids.filter((id) => !used.has(id)).slice(0, PORTION)
}

/**
 * Empties the copies so that they are fetched again; copies that unsent work needs stay. Nearly all are deleted in
 * portions, and the sync state goes last: if the tab closes in between, the next one starts over.
 */
export async function forgetCopies(databases: Databases): Promise<void> {
  const { cache } = databases
  for (const table of recordTables(cache)) await deletePortions(databases, table)
  const used = await recordsInUse(databases)
  await cache.transaction('rw', cache.tables, async () => {
    for (const { copies } of KEPT_WHOLE) await cache[copies.table].clear()
    for (const table of recordTables(cache)) await keepOnly(table, used)
    await cache.meta.clear()
    await losePriors(cache)
  })
}

const recordTables = (cache: Databases['cache']): Table<CopyRow, string>[] =>
  SYNCED_RECORDS.filter((record) => !KEPT_WHOLE.includes(record)).map(({ copies }) =>
    cache.table(copies.table),
  )

async function deletePortions(databases: Databases, table: Table<CopyRow, string>): Promise<void> {
  const ids = await table.toCollection().primaryKeys()
  for (let start = 0; start < ids.length; start += PORTION) {
    const used = await recordsInUse(databases)
    await table.bulkDelete(ids.slice(start, start + PORTION).filter((id) => !used.has(id)))
  }
}

// Revision 0, so that any revision from the server is newer.
async function keepOnly(table: Table<CopyRow, string>, used: ReadonlySet<string>): Promise<void> {
  await table.filter(({ id }) => !used.has(id)).delete()
  await table.toCollection().modify((row) => {
    row.scope = LOCAL_SCOPE
    row.rev = 0
  })
}
