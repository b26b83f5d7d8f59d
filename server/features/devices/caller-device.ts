import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller } from '#server/kernel/context.ts'

/** One device of one person. */
export interface DeviceOfUser {
  clientId: string
  deviceId: string
  userId: string
}

/**
 * The caller's own device, where it may hold a vault: the session was opened on a named device, by a member of the
 * house. Patients' sessions keep nothing on disk (docs/sync.md#encryption-and-unlock).
 */
export function demandVault({ clientId, userId, deviceId, userType }: Caller): DeviceOfUser {
  if (userType === 'PATIENT') throw new Refusal('not_permitted')
  if (deviceId === undefined)
    throw new Refusal('refused', 'This session was opened without naming its device.')
  return { clientId, deviceId, userId }
}
