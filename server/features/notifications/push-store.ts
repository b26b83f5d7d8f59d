import { sql } from 'kysely'
import type { DeviceOfUser } from '#server/kernel/auth/caller-device.ts'
import type { Tx } from '#server/kernel/context.ts'

/** The address and keys for push messages to a device. */
export interface PushTarget {
  device_id: string
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * Stores the subscription of a device. A browser has one endpoint for all its users; the last subscriber gets it, so
 * that nobody's notifications are shown to the next person.
 */
export async function savePushTarget(
  tx: Tx,
  { clientId, userId, deviceId }: DeviceOfUser,
  target: Omit<PushTarget, 'device_id'>,
  now: Date,
): Promise<void> {
  await tx
    .deleteFrom('push_subscription')
    .where('client_id', '=', clientId)
    .where('endpoint', '=', target.endpoint)
    .where((eb) => eb.not(eb.and([eb('user_id', '=', userId), eb('device_id', '=', deviceId)])))
    .execute()
  const values = { ...target, created: now }
  await tx
    .insertInto('push_subscription')
    .values({ client_id: clientId, user_id: userId, device_id: deviceId, ...values })
    .onConflict((on) => on.columns(['client_id', 'user_id', 'device_id']).doUpdateSet(values))
    .execute()
}

/** Returns true if the person's device is subscribed. */
export async function hasPushTarget(tx: Tx, { clientId, userId, deviceId }: DeviceOfUser): Promise<boolean> {
  const row = await tx
    .selectFrom('push_subscription')
    .select('device_id')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the subscription of a device; with `endpoint`, only if it is still that one. */
export async function dropPushTarget(
  tx: Tx,
  { clientId, userId, deviceId }: DeviceOfUser,
  endpoint?: string,
): Promise<void> {
  let query = tx
    .deleteFrom('push_subscription')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
  if (endpoint !== undefined) query = query.where('endpoint', '=', endpoint)
  await query.execute()
}

/**
 * Selects the person's devices that receive push messages now. Deletes subscriptions of devices on which the person
 * is signed out, or that were retired.
 */
export async function selectPushTargets(
  tx: Tx,
  { clientId, userId }: { clientId: string; userId: string },
  now: Date,
): Promise<PushTarget[]> {
  const rows = await tx
    .selectFrom('push_subscription as p')
    .select(['p.device_id', 'p.endpoint', 'p.p256dh', 'p.auth'])
    .select(sql<boolean>`entry.is_signed_in(p.client_id, p.user_id, p.device_id, ${now})`.as('is_signed_in'))
    .where('p.client_id', '=', clientId)
    .where('p.user_id', '=', userId)
    .execute()
  for (const { device_id, is_signed_in } of rows)
    if (!is_signed_in) await dropPushTarget(tx, { clientId, userId, deviceId: device_id })
  return rows.flatMap(({ is_signed_in, ...target }) => (is_signed_in ? [target] : []))
}
