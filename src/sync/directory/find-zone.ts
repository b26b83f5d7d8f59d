import { currentDevice } from '../current-device.ts'

/** Time zone of a branch by this device's copy; the device's own where the branch is not known here. */
export async function findZone(branchId: string | null): Promise<string> {
  const branch = branchId === null ? undefined : await currentDevice()?.databases.branches.find(branchId)
  return branch?.body.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}
