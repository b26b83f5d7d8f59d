import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller } from '../context.ts'

/** A device as used by one person. */
export interface DeviceOfUser {
  clientId: string
  deviceId: string
  userId: string
}

/**
 * Returns the caller's own device if it may hold a vault: the session names its device, and the caller is staff.
 * Sessions of patients store nothing on disk (docs/sync.md#encryption-and-unlock).
 */
export function demandVault({ clientId, userId, deviceId, userType }: Caller): DeviceOfUser {
  if (userType === 'PATIENT') throw new Refusal('not_permitted')
  if (deviceId === undefined)
    throw new Refusal('refused', 'This session was opened without naming its device.')
  return { clientId, deviceId, userId }
}
