import { deviceCalls } from '#contract/calls/devices.ts'
import { syncCalls } from '#contract/calls/sync.ts'
import { fromBase64, toBase64 } from '#contract/kernel/base64.ts'
import { createSealer } from '#contract/kernel/sealed-envelope.ts'
import type { SessionFields } from '#domain/access/session.ts'
import type { WorkDatabase } from '#src/db/work-database.ts'
import { callApi } from '../api/call-api.ts'
import { makeDeviceKey } from '../sealed/device-key.ts'
import { firstDeviceName } from './first-device-name.ts'
import type { RawKey } from './vault-keys.ts'

/** Where the escrow of a data key belongs; the server opens it for nothing else. */
const escrowContext = (keyId: string) => `readroom data key ${keyId}`

/**
 * Says at the server who this device is: the public half of the key that signs what it seals, and its data key in
 * escrow. Done at each complete sign-in, before anything is written under a new key. Throws like callApi.
 */
export async function registerDevice(
  work: WorkDatabase,
  { id, raw }: RawKey,
  fields: SessionFields,
  deviceId: string,
): Promise<void> {
  const server = await fetchServerKey(work)
  const device = await findOrMakeDeviceKey(work)
  const seal = await createSealer(fromBase64(server.key))
  const { result } = await callApi(deviceCalls.register, {
    key_id: id,
    escrow: toBase64(await seal(raw, escrowContext(id))),
    server_key_id: server.keyId,
    device_key: device.publicKey,
  })
  await work.keys.put({
    id: 'terms',
    clientId: fields.client_id,
    userId: fields.user_id,
    deviceId,
    deviceName: result.device_name || (await giveFirstName(deviceId)),
    vaultDays: result.vault_days,
  })
}

/** Asks the server for the data key of this device, which it gives only right after a complete sign-in. */
export async function releaseKey(keyId: string): Promise<RawKey> {
  const { result } = await callApi(deviceCalls.release, { key_id: keyId })
  return { id: keyId, raw: fromBase64(result.key) }
}

async function fetchServerKey(work: WorkDatabase): Promise<{ keyId: string; key: string }> {
  const { public_key } = await callApi(syncCalls.hello, {})
  const row = { id: 'server', keyId: public_key.id, key: public_key.key } as const
  await work.keys.put(row)
  return row
}

async function findOrMakeDeviceKey(work: WorkDatabase): Promise<{ publicKey: string }> {
  const kept = await work.keys.get('device')
  if (kept && 'signing' in kept) return kept
  const made = await makeDeviceKey()
  await work.keys.put({ id: 'device', ...made })
  return made
}

/** A device that nobody named yet is called by what it is; nameless it still works. */
async function giveFirstName(deviceId: string): Promise<string> {
  const name = firstDeviceName(navigator.userAgent)
  try {
    return (await callApi(deviceCalls.rename, { device_id: deviceId, name })).result.device_name
  } catch {
    return ''
  }
}
