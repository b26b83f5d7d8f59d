import type { deviceKeyCalls } from '#contract/calls/devices.ts'
import { fromBase64, toBase64 } from '#contract/kernel/base64.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { SealBrokenError } from '#contract/kernel/sealed-envelope.ts'
import { ESCROW_RELEASE_MINUTES } from '#domain/time/intervals.ts'
import { type DeviceOfUser, demandVault } from '#server/kernel/auth/caller-device.ts'
import type { RetireReason } from '#server/kernel/auth/device-keys.ts'
import { sessionOpened } from '#server/kernel/auth/session-store.ts'
import type { Context } from '#server/kernel/context.ts'
import type { SealingKeys } from '#server/kernel/keys/sealing-keys.ts'
import { importSigningKey } from '#server/kernel/sync/delivery/author.ts'
import { notify } from '../notifications/public/notify.ts'
import { DEVICE_LETTER_JOB } from './device-letter-job.ts'
import { findEscrow, hasOtherDevices, type KeyOutcome, putEscrow, useDeviceKey } from './store.ts'

type Registration = ParsedInputOf<typeof deviceKeyCalls.register>
type Bytes = Uint8Array<ArrayBuffer>

const DATA_KEY_BYTES = 32

/** Seals a data key to its own id, so that it opens only under that id. */
const contextOf = (keyId: string) => `readroom data key ${keyId}`

/**
 * Stores the escrow of a data key and the device's public key; idempotent. Opens the escrow once, so that one that
 * could never be opened is refused while the device still holds the key. The caller's password was checked in the
 * same call. Returns the reason if the public key was retired and is refused.
 */
export async function registerKey(
  keys: SealingKeys,
  input: Registration,
  ctx: Context,
): Promise<RetireReason | undefined> {
  const device = demandVault(ctx.caller)
  const publicKey = await demandPublicKey(input.device_key)
  const sealed = bytesOf(input.escrow, 'escrow')
  const dataKey = await openDataKey(keys, input.server_key_id, sealed, input.key_id)
  await demandSameKey(keys, device, input.key_id, dataKey, ctx)
  const outcome = await useDeviceKey(ctx.tx, device, publicKey, ctx.now)
  const row = { keyId: input.key_id, sealed, serverKeyId: input.server_key_id, at: ctx.now }
  const isNewEscrow = await putEscrow(ctx.tx, device, row)
  const action = outcome.hasReplaced ? 'device_key_replaced' : 'device_registered'
  if (outcome.isNew || isNewEscrow)
    await ctx.audit(action, 'device', device.deviceId, { key_id: input.key_id })
  if (outcome.isNew) await tellOfKey(outcome, device, ctx)
  return outcome.retired
}

// A sign-in on a new device, or one that replaces a key in use, may be somebody else's.
async function tellOfKey(
  { isFirst, hasReplaced }: KeyOutcome,
  { clientId, deviceId, userId }: DeviceOfUser,
  ctx: Context,
): Promise<void> {
  if (!hasReplaced && !(isFirst && (await hasOtherDevices(ctx.tx, { clientId, deviceId, userId })))) return
  const { tx, now, changed, addJob } = ctx
  const subject = { type: 'device', id: deviceId } as const
  await notify({ tx, now, changed, addJob }, { clientId, kind: 'device_added', subject, to: [userId] })
  await addJob(DEVICE_LETTER_JOB, [userId, deviceId])
}

/**
 * Returns a data key to its user on its device, within minutes of the sign-in (docs/sync.md#encryption-and-unlock).
 * Checks the age of the session before searching for the key.
 */
export async function releaseKey(keys: SealingKeys, keyId: string, ctx: Context): Promise<string> {
  const device = demandVault(ctx.caller)
  await demandFreshSession(ctx)
  const escrow = await findEscrow(ctx.tx, device, keyId)
  if (!escrow) throw new Refusal('not_found', 'No key of this device is stored under this name.')
  const key = await openDataKey(keys, escrow.server_key_id, Uint8Array.from(escrow.sealed), keyId)
  await ctx.audit('escrow_release', 'device', device.deviceId, { key_id: keyId })
  return toBase64(key)
}

async function demandFreshSession({ tx, caller, now }: Context): Promise<void> {
  const opened = await sessionOpened(tx, caller)
  if (!opened || now.getTime() - opened.getTime() > ESCROW_RELEASE_MINUTES * 60_000)
    throw new Refusal(
      'refused',
      'The key of this device is given back right after a sign-in only. Sign in again.',
    )
}

// A key id names one data key permanently: a second key under it would destroy the first, which somebody may still
// need.
async function demandSameKey(
  keys: SealingKeys,
  device: DeviceOfUser,
  keyId: string,
  dataKey: Bytes,
  { tx }: Context,
): Promise<void> {
  const kept = await findEscrow(tx, device, keyId)
  if (!kept) return
  const before = await findOpened(keys, kept.server_key_id, Uint8Array.from(kept.sealed), contextOf(keyId))
  if (before && !Buffer.from(before).equals(dataKey))
    throw new Refusal('refused', 'Another key of this device is stored under this name.')
}

// If the server's own key is lost, data sealed with it is lost too and may be replaced.
async function findOpened(
  keys: SealingKeys,
  serverKeyId: string,
  sealed: Bytes,
  context: string,
): Promise<Bytes | undefined> {
  try {
    return await keys.open(serverKeyId, sealed, context)
  } catch (error) {
    if (error instanceof SealBrokenError || error instanceof Refusal) return undefined
    throw error
  }
}

async function openDataKey(
  keys: SealingKeys,
  serverKeyId: string,
  sealed: Bytes,
  keyId: string,
): Promise<Bytes> {
  try {
    const key = await keys.open(serverKeyId, sealed, contextOf(keyId))
    if (key.length === DATA_KEY_BYTES) return key
  } catch (error) {
    if (!(error instanceof SealBrokenError)) throw error
  }
  throw invalidField('escrow', 'is no data key in an envelope to this server')
}

async function demandPublicKey(base64: string): Promise<Buffer> {
  const bytes = bytesOf(base64, 'device_key')
  try {
    await importSigningKey(bytes)
  } catch {
    throw invalidField('device_key', 'must be a public key (ECDSA P-256, raw)')
  }
  return Buffer.from(bytes)
}

function bytesOf(base64: string, field: string): Bytes {
  try {
    return fromBase64(base64)
  } catch {
    throw invalidField(field, 'must be base64')
  }
}

const invalidField = (name: string, rule: string) =>
  new Refusal('invalid', undefined, { fields: { [name]: rule } })
