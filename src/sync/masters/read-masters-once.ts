import type { AnyMaster } from '#contract/masters/define-master.ts'
import { currentDevice } from '../current-device.ts'
import { askAllMasters } from './ask-masters.ts'
import type { RecordOf } from './master-of.ts'
import { openMasters, readMasters } from './opened-masters.ts'
import { type MasterFilter, pickMasters } from './pick-masters.ts'

/**
 * Records of a master as they are now, for work that runs for a while and follows no change: the device's copies, or
 * the server's list where it holds none. Throws ApiError or OfflineError.
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
