import type { MasterKey } from '#contract/masters/keys.ts'
import type { MasterRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { lockState } from '../session/lock-state.ts'
import type { MasterRecord } from './master-of.ts'

interface Kept {
  rev: number
  record: MasterRecord
}

let owner: Databases | undefined
const opened = new Map<string, Kept>()

/**
 * Opens copies of masters. What was opened before and has not changed since is not opened again, so a list of thousands
 * costs once; a lock forgets them with everything else that was readable.
 */
export async function openMasters(databases: Databases, rows: readonly MasterRow[]): Promise<MasterRecord[]> {
  if (owner !== databases || lockState().kind === 'locked') opened.clear()
  owner = databases
  const missing = rows.filter((row) => opened.get(row.id)?.rev !== row.rev)
  for (const { id, rev, body } of await databases.masters.openAll(missing))
    opened.set(id, { rev, record: body.record as unknown as MasterRecord })
  return rows.flatMap((row) => opened.get(row.id)?.record ?? [])
}

/** Copies of these masters as they lie on the device. */
export function readMasters(databases: Databases, keys: readonly MasterKey[]): Promise<MasterRow[]> {
  return databases.cache.masters
    .where('kind')
    .anyOf([...keys])
    .toArray()
}
