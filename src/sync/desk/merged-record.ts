import type { Priced } from '#contract/calls/priced-visit.ts'
import type { SyncBodyOf, SyncType } from '#contract/records/records.ts'
import type { CopyRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { Repository } from '#src/db/repository.ts'
import { openWaiting, withWaiting } from '#src/db/waiting-changes.ts'
import type { OverlayRow } from '#src/db/work-database.ts'
import { repositoryOf } from '../pull/tables.ts'
import { REMOVED } from '../study-parts/use-study-parts.ts'

/** Rows of one type as stored: copies, and the waiting changes. */
export interface StoredRecords {
  copies: readonly CopyRow[]
  waiting: readonly OverlayRow[]
}

/** A record as shown. */
export type Shown<Type extends SyncType> = SyncBodyOf<Type> & {
  /** The server does not have it in this form yet. */
  isWaiting: boolean
}

/** A visit as shown to users who may see its price. */
export type ShownPriced = Priced<Shown<'visit'>>

/**
 * Returns records as shown: copies with the waiting changes, and those that exist only here. Leaves out records that a
 * waiting change removes. `waiting` may cover more records than `copies`: the caller picks the ones it needs.
 */
export async function openShown<Type extends SyncType>(
  databases: Databases,
  type: Type,
  { copies, waiting }: StoredRecords,
): Promise<Shown<Type>[]> {
  const repository = repositoryOf(databases, type) as Repository<CopyRow, SyncBodyOf<Type>>
  const [opened, changes] = await Promise.all([repository.openAll(copies), openWaiting(databases, waiting)])
  const known = new Map<string, SyncBodyOf<Type>>(opened.map(({ id, body }) => [id, body]))
  const ids = new Set([...known.keys(), ...changes.keys()])
  return [...ids].flatMap((id) => {
    // A record that exists only here is built from its waiting changes, starting with the one that created it. If that
    // was refused, later changes make no record: a payment does not create its visit.
    const isMadeHere = changes.get(id)?.some(({ body }) => 'id' in body) === true
    if (!known.has(id) && !isMadeHere) return []
    const base = known.get(id) ?? ({ id, rev: 0 } as SyncBodyOf<Type>)
    const shown = withWaiting(base, changes.get(id))
    if (shown === base && !known.has(id)) return []
    if (REMOVED in shown) return []
    // Body and type belong together; the compiler cannot follow that for a generic type.
    return [{ ...shown, isWaiting: shown !== base } as unknown as Shown<Type>]
  })
}
