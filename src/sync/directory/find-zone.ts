import { currentDevice } from '../current-device.ts'
import { branchZone } from '../session/branch-zone.ts'

/** Returns the time zone of a branch from this device's copy, otherwise from the session (branchZone). */
export async function findZone(branchId: string | null): Promise<string> {
  const branch = branchId === null ? undefined : await currentDevice()?.databases.branches.find(branchId)
  return branch?.body.time_zone || branchZone(branchId)
}
