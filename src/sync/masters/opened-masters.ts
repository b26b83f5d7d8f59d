import type { MasterKey } from '#contract/masters/engine/keys.ts'
import type { MasterRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { onLetGo } from '../pull/let-go.ts'
import { lockState } from '../session/lock/lock-state.ts'
import type { MasterRecord } from './master-of.ts'
import { inOrder } from './pick-masters.ts'

interface Kept {
  rev: number
  record: MasterRecord
}

let owner: Databases | undefined
const opened = new Map<string, Kept>()

const lists = new Map<MasterKey, readonly MasterRecord[]>()

onLetGo(() => {
  opened.clear()
  lists.clear()
})

function forgetOf(databases: Databases): void {
  if (owner === databases && lockState().kind !== 'locked') return
  opened.clear()
  lists.clear()
  owner = databases
}

/**
 * Opens copies of masters. Reuses records that have not changed since they were opened, so a list of thousands costs
 * once; a lock forgets them with everything else that was readable.
 */
export async function openMasters(databases: Databases, rows: readonly MasterRow[]): Promise<MasterRecord[]> {
  forgetOf(databases)
  const missing = rows.filter((row) => opened.get(row.id)?.rev !== row.rev)
  for (const { id, rev, body } of await databases.masters.openAll(missing))
    opened.set(id, { rev, record: body.record as unknown as MasterRecord })
  return rows.flatMap((row) => opened.get(row.id)?.record ?? [])
}

/** Reads the stored copies of these masters. */
export function readMasters({ cache }: Databases, keys: readonly MasterKey[]): Promise<MasterRow[]> {
  return cache.masters
    .where('kind')
    .anyOf([...keys])
    .toArray()
}

/** Opens the rows from `readMasters`, in list order. */
export async function openList(
  databases: Databases,
  key: MasterKey,
  rows: readonly MasterRow[],
): Promise<readonly MasterRecord[]> {
  const list = inOrder(await openMasters(databases, rows))
  // If the vault was locked meanwhile, do not cache it.
  if (owner === databases && lockState().kind !== 'locked') lists.set(key, list)
  return list
}

/** The list as it was last opened, to show before the databases have answered. */
export function lastList(databases: Databases, key: MasterKey): readonly MasterRecord[] | undefined {
  return owner === databases && lockState().kind !== 'locked' ? lists.get(key) : undefined
}

/** A longer list is opened only on demand. */
const WARM_MAX = 2_000

/** Opens the lists of these masters ahead, one after another, so that each shows at once. */
export async function warmMasters(databases: Databases, keys: readonly MasterKey[]): Promise<void> {
  for (const key of keys) {
    const count = await databases.cache.masters.where('kind').equals(key).count()
    if (count <= WARM_MAX) await openList(databases, key, await readMasters(databases, [key]))
  }
}
