import type { HeldReason } from '#contract/calls/delivery.ts'
import type { Tx } from '../context.ts'

/** Why a signing key is retired. */
export type RetireReason = Exclude<HeldReason, 'too_old'>

/**
 * Retires a person's keys on one device or on all: commands signed with them that arrive from now on are held
 * (docs/decisions/249).
 */
export async function retireDeviceKeys(
  tx: Tx,
  { clientId, userId, deviceId }: { clientId: string; userId: string; deviceId?: string | undefined },
  reason: RetireReason,
  at: Date,
): Promise<void> {
  let query = tx
    .updateTable('device_key')
    .set({ retired: at, reason })
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('retired', 'is', null)
  if (deviceId !== undefined) query = query.where('device_id', '=', deviceId)
  await query.execute()
}
