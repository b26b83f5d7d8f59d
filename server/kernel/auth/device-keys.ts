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

/** Registers a key with which a person's device signs. The caller has locked the device. */
export async function insertDeviceKey(
  tx: Tx,
  { clientId, userId, deviceId }: { clientId: string; userId: string; deviceId: string },
  publicKey: Buffer,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('device_key')
    .values({
      client_id: clientId,
      device_id: deviceId,
      user_id: userId,
      public_key: publicKey,
      registered: at,
    })
    .execute()
}
