import { sql } from 'kysely'
import type { DeviceItem } from '#contract/calls/devices.ts'
import type { DeviceOfUser } from '#server/kernel/auth/caller-device.ts'
import { insertDeviceKey, type RetireReason, retireDeviceKeys } from '#server/kernel/auth/device-keys.ts'
import { revokeDeviceSessions } from '#server/kernel/auth/session-store.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'

/** The stored fields of a contact. */
export interface Contact {
  waiting: number
  needs_person: number
  oldest_unsent: Date | null
  storage_used: number
  storage_granted: number
  client_version: string
  /** Number of copies repaired since the last contact. */
  repaired: number
}

/** A device, of one person or (user absent) of all who use it. */
type Device = Omit<DeviceOfUser, 'userId'> & { userId?: string | undefined }

/** Returns the periods that the server sets for a device. */
export async function getTerms(tx: Tx, { clientId, deviceId, userId }: Device) {
  const { vault_days, journal_days } = await tx
    .selectFrom('client')
    .select(['vault_days', 'journal_days'])
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()
  const device = await tx
    .selectFrom('device')
    .select('name')
    .where('client_id', '=', clientId)
    .where('id', '=', deviceId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .executeTakeFirst()
  return { device_name: device?.name ?? '', vault_days, journal_days }
}

/** Outcome of registering a public key. */
export interface KeyOutcome {
  /** Set if the key was retired before: it is refused. */
  retired?: RetireReason
  isNew: boolean
  /** True for the first key of this device for this person. */
  isFirst: boolean
  /** True if this key replaced and retired another key of the device. */
  hasReplaced: boolean
}

/** Activates a public key of a device for one person, in place of the previous one. */
export async function useDeviceKey(
  tx: Tx,
  { clientId, deviceId, userId }: DeviceOfUser,
  publicKey: Buffer,
  now: Date,
): Promise<KeyOutcome> {
  await tx
    .insertInto('device')
    .values({ client_id: clientId, id: deviceId, user_id: userId, last_contact: now })
    .onConflict((on) => on.columns(['client_id', 'id', 'user_id']).doUpdateSet({ last_contact: now }))
    .execute()
  // The device row is locked at this point, so two registrations of one device run one after the other.
  const keys = await tx
    .selectFrom('device_key')
    .select(['public_key', 'retired', 'reason'])
    .where('client_id', '=', clientId)
    .where('device_id', '=', deviceId)
    .where('user_id', '=', userId)
    .execute()
  const known = keys.find(({ public_key }) => public_key.equals(publicKey))
  const found = { isNew: !known, isFirst: keys.length === 0, hasReplaced: false }
  if (known) return known.reason ? { ...found, retired: known.reason as RetireReason } : found
  const hasReplaced = keys.some(({ retired }) => retired === null)
  if (hasReplaced) await retireDeviceKeys(tx, { clientId, userId, deviceId }, 'replaced', now)
  await insertDeviceKey(tx, { clientId, userId, deviceId }, publicKey, now)
  return { ...found, hasReplaced }
}

/** Returns true if the person has used another device. */
export async function hasOtherDevices(
  tx: Tx,
  { clientId, deviceId, userId }: DeviceOfUser,
): Promise<boolean> {
  const other = await tx
    .selectFrom('device')
    .select('id')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('id', '<>', deviceId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Returns the escrow of one data key of a person's device. */
export function findEscrow(tx: Tx, { clientId, deviceId, userId }: DeviceOfUser, keyId: string) {
  return tx
    .selectFrom('device_key_escrow')
    .select(['sealed', 'server_key_id'])
    .where('client_id', '=', clientId)
    .where('device_id', '=', deviceId)
    .where('user_id', '=', userId)
    .where('key_id', '=', keyId)
    .executeTakeFirst()
}

/** Stores the escrow of a data key, sealed to the newest of the server's keys; returns true if the key was new. */
export async function putEscrow(
  tx: Tx,
  { clientId, deviceId, userId }: DeviceOfUser,
  { keyId, sealed, serverKeyId, at }: { keyId: string; sealed: Uint8Array; serverKeyId: string; at: Date },
): Promise<boolean> {
  const row = { sealed: Buffer.from(sealed), server_key_id: serverKeyId, at }
  const key = { client_id: clientId, device_id: deviceId, user_id: userId, key_id: keyId }
  const { is_new } = await tx
    .insertInto('device_key_escrow')
    .values({ ...key, ...row })
    .onConflict((on) => on.columns(['client_id', 'device_id', 'user_id', 'key_id']).doUpdateSet(row))
    // `xmax` is 0 only for a row that was just inserted.
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirstOrThrow()
  return is_new
}

export async function updateContact(
  tx: Tx,
  { clientId, deviceId, userId }: DeviceOfUser,
  { repaired, ...said }: Contact,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('device')
    .set({
      ...said,
      last_contact: now,
      repaired: sql<number>`least(repaired + ${repaired}, ${Number.MAX_SAFE_INTEGER})`,
    })
    .where('client_id', '=', clientId)
    .where('id', '=', deviceId)
    .where('user_id', '=', userId)
    .execute()
}

/** Returns all devices of the caller's client, one entry per person who uses it. */
export async function listDevices(tx: Tx, { clientId }: Caller): Promise<DeviceItem[]> {
  const rows = await tx
    .selectFrom('device as d')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.client_id', '=', 'd.client_id').onRef('u.id', '=', 'd.user_id'),
    )
    .selectAll('d')
    .select('u.name as user_name')
    .where('d.client_id', '=', clientId)
    .orderBy('u.name')
    .orderBy('d.last_contact', 'desc')
    .execute()
  return rows.map((row) => ({
    device_id: row.id,
    user_id: row.user_id,
    user_name: row.user_name,
    device_name: row.name,
    created: row.created.toISOString(),
    last_contact: row.last_contact.toISOString(),
    waiting: row.waiting,
    needs_person: row.needs_person,
    oldest_unsent: row.oldest_unsent?.toISOString() ?? null,
    storage_used: row.storage_used,
    storage_granted: row.storage_granted,
    client_version: row.client_version,
    repaired: row.repaired,
    revoked: row.revoked?.toISOString() ?? null,
  }))
}

/**
 * Returns the names of the client's other devices and locks naming until the transaction ends, so that three desks
 * that sign in for the first time at once get different names.
 */
export async function lockDeviceNames(
  tx: Tx,
  { clientId, deviceId }: Pick<Device, 'clientId' | 'deviceId'>,
): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`device names ${clientId}`}, 0))`.execute(tx)
  const rows = await tx
    .selectFrom('device')
    .select('name')
    .distinct()
    .where('client_id', '=', clientId)
    .where('id', '<>', deviceId)
    .where('name', '<>', '')
    .execute()
  return rows.map(({ name }) => name)
}

/** Names a device; returns false if it does not exist. */
export async function nameDevice(
  tx: Tx,
  { clientId, deviceId, userId }: Device,
  name: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('device')
    .set({ name })
    .where('client_id', '=', clientId)
    .where('id', '=', deviceId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Takes a person's device out of use, which ends its sessions, or readmits it; returns false if it does not exist. A
 * device already out of use keeps its original time.
 */
export async function setRevoked(
  tx: Tx,
  { clientId, deviceId, userId }: DeviceOfUser,
  at: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('device')
    .set({ revoked: at && sql<Date>`coalesce(revoked, ${at})` })
    .where('client_id', '=', clientId)
    .where('id', '=', deviceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (at) {
    await revokeDeviceSessions(tx, { clientId, deviceId, userId }, at)
    await retireDeviceKeys(tx, { clientId, deviceId, userId }, 'revoked', at)
  }
  return numUpdatedRows > 0n
}
