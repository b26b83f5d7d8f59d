import type { Priced } from '#contract/calls/priced-visit.ts'
import type { SyncBodyOf, SyncType } from '#contract/calls/sync.ts'
import type { CopyRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { Repository } from '#src/db/repository.ts'
import { openWaiting, withWaiting } from '#src/db/waiting-changes.ts'
import type { OverlayRow } from '#src/db/work-database.ts'
import { TABLE_OF } from '../pull/tables.ts'
import { REMOVED } from '../study-parts/use-study-parts.ts'

/** Rows of one type as they are stored: copies, and the changes that wait. */
export interface StoredRecords {
  copies: readonly CopyRow[]
  waiting: readonly OverlayRow[]
}

/** A record as it is shown. */
export type Shown<Type extends SyncType> = SyncBodyOf<Type> & {
  /** The server does not have it in this form yet. */
  isWaiting: boolean
}

/** A visit as it is shown to who knows what it costs. */
export type ShownPriced = Priced<Shown<'visit'>>

/**
 * Records as they are shown: copies with the changes that wait, and those that exist only here. What a waiting change
 * takes away is left out. `waiting` may be of more records than `copies`: the caller picks what it asked for.
 */
export async function openShown<Type extends SyncType>(
  databases: Databases,
  type: Type,
  { copies, waiting }: StoredRecords,
): Promise<Shown<Type>[]> {
  const repository = databases[TABLE_OF[type]] as unknown as Repository<CopyRow, SyncBodyOf<Type>>
  const [opened, changes] = await Promise.all([repository.openAll(copies), openWaiting(databases, waiting)])
  const known = new Map<string, SyncBodyOf<Type>>(opened.map(({ id, body }) => [id, body]))
  const ids = new Set([...known.keys(), ...changes.keys()])
  return [...ids].flatMap((id) => {
    // A record that exists only here is what its waiting changes say, from the change that made it on. Where that was
    // refused, what was changed later is no record: a payment does not make the visit that it is for.
    const isMadeHere = changes.get(id)?.some(({ body }) => 'id' in body) === true
    if (!known.has(id) && !isMadeHere) return []
    const base = known.get(id) ?? ({ id, rev: 0 } as SyncBodyOf<Type>)
    const shown = withWaiting(base, changes.get(id))
    if (shown === base && !known.has(id)) return []
    if (REMOVED in shown) return []
    // Body and type belong together; the compiler does not follow that for a type that is still open.
    return [{ ...shown, isWaiting: shown !== base } as unknown as Shown<Type>]
  })
}
