import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { currentDevice } from '../current-device.ts'
import { askAllMasters } from './ask-masters.ts'
import type { RecordOf } from './master-of.ts'
import { openMasters, readMasters } from './opened-masters.ts'
import { type MasterFilter, pickMasters } from './pick-masters.ts'

/**
 * Reads the current records of a master once, for work that follows no changes: the device's copies, or the server's
 * list if it has none. Throws ApiError or OfflineError.
 */
export async function readMastersOnce<M extends AnyMaster>(
  master: M,
  filter: MasterFilter = {},
): Promise<readonly RecordOf<M>[]> {
  const databases = currentDevice()?.databases
  const copies = databases ? await openMasters(databases, await readMasters(databases, [master.key])) : []
  const rows = copies.length > 0 ? pickMasters(master, copies, filter) : await askAllMasters(master, filter)
  return rows as unknown as readonly RecordOf<M>[]
}
