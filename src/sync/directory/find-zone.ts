import { currentDevice } from '../current-device.ts'
import { placeZone } from '../session/place-zone.ts'

/** Time zone of a branch by this device's copy, else by the session (placeZone). */
export async function findZone(branchId: string | null): Promise<string> {
  const branch = branchId === null ? undefined : await currentDevice()?.databases.branches.find(branchId)
  return branch?.body.time_zone || placeZone(branchId)
}
