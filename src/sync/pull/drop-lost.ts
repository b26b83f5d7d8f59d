import { SYNC_TYPES, type SyncType } from '#contract/records/records.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { clearPriors } from '#src/db/prior-rows.ts'
import { type CacheState, readCacheState } from './cache-state.ts'
import { LOCAL_SCOPE } from './copies.ts'
import { PORTION, recordsInUse } from './evict.ts'
import { tableOf } from './tables.ts'

/** The scopes of the reader, as a batch reports them. */
interface Granting {
  lost: readonly string[]
  granted: readonly string[]
}

/** The scopes that a batch removes from this device: reported as lost, or granted before and no longer. */
export const lostScopes = (state: Pick<CacheState, 'granted'>, { lost, granted }: Granting): string[] => [
  ...new Set([...lost, ...state.granted.filter((scope) => !granted.includes(scope))]),
]

// LOCAL_SCOPE copies were granted under the rights of that time and go too; they are fetched again if still
// allowed.
const withLocal = (lost: readonly string[]) => [...lost, LOCAL_SCOPE]

/**
 * Deletes the copies of lost scopes, each portion in its own transaction, so that a user's write waits for one portion
 * and not for thousands of rows. Call it before the batch that removes the scopes is applied. Stops if another tab of
 * this device has pulled in the meantime. Copies that unsent work needs stay. Returns the ids of the deleted studies.
 */
export async function dropLostInPortions(
  databases: Databases,
  asked: CacheState,
  answer: Granting,
): Promise<string[]> {
  const lost = lostScopes(asked, answer)
  const studies: string[] = []
  if (lost.length === 0) return studies
  for (const type of SYNC_TYPES) {
    for (let gone: string[] | undefined; gone === undefined || gone.length === PORTION; ) {
      gone = await dropPortion(databases, asked, type, lost)
      if (type === 'study') studies.push(...gone)
    }
  }
  return studies
}

async function dropPortion(
  databases: Databases,
  asked: CacheState,
  type: SyncType,
  lost: readonly string[],
): Promise<string[]> {
  const { cache } = databases
  const table = tableOf(databases, type)
  // Read again for each portion: work may have begun on one of these records meanwhile.
  const used = await recordsInUse(databases)
  return cache.transaction('rw', table, cache.meta, async () => {
    if ((await readCacheState(cache)).cursor !== asked.cursor) return []
    const found = table.where('scope').anyOf(withLocal(lost))
    const rows = await found
      .filter(({ id }) => !used.has(id))
      .limit(PORTION)
      .toArray()
    const gone = rows.map(({ id }) => id)
    await table.bulkDelete(gone)
    return gone
  })
}

/**
 * Deletes the rest of the lost scopes inside the caller's transaction. Copies that unsent work needs stay until it is
 * sent, because the user must see what it belongs to. Returns the ids of the studies that were touched.
 */
export async function dropScopes(
  databases: Databases,
  scopes: readonly string[],
  used: ReadonlySet<string>,
): Promise<string[]> {
  if (scopes.length === 0) return []
  const lost = withLocal(scopes)
  // Prior studies may belong to any scope; those still allowed are fetched again.
  await clearPriors(databases.cache)
  const studies = await databases.cache.studies.where('scope').anyOf(lost).primaryKeys()
  for (const type of SYNC_TYPES) {
    const table = tableOf(databases, type)
    const ids = await table.where('scope').anyOf(lost).primaryKeys()
    await table.bulkDelete(ids.filter((id) => !used.has(id)))
    await table.where('scope').anyOf(lost).modify({ scope: LOCAL_SCOPE })
  }
  return studies
}
