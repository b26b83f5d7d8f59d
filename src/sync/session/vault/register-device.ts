import { deviceCalls, deviceKeyCalls } from '#contract/calls/devices.ts'
import { syncCalls } from '#contract/calls/sync.ts'
import { fromBase64, toBase64 } from '#contract/kernel/base64.ts'
import { ERROR_CODES } from '#contract/kernel/error-codes.ts'
import { createSealer } from '#contract/kernel/sealed-envelope.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { importDataKey } from '#src/db/sealing/data-key.ts'
import type { OutboxRow, SignerRow, WorkDatabase } from '#src/db/work-database.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { makeDeviceKey } from '#src/sync/sealed/device-key.ts'
import { findSignerRow } from '#src/sync/sealed/sign-command.ts'
import { firstDeviceName } from '../first-device-name.ts'
import type { RawKey } from './vault-keys.ts'

/** The context of an escrowed data key; the server opens it for nothing else. */
const escrowContext = (keyId: string) => `readroom data key ${keyId}`

/** The user who registers a device, and the proof. */
export interface Registrant {
  fields: Pick<SessionFields, 'client_id' | 'user_id'>
  deviceId: string
  proof: { password: string } | { device_proof: string }
}

/**
 * Registers this device at the server: the public key for its command signatures, with the user's password as proof (or
 * the proof of a sign-in by passkey alone), and its data key in escrow. Runs at each complete sign-in, before anything
 * is written under a new key, and at an unlock if the server does not know the key yet. A retired key is replaced, and
 * commands signed with it wait for the user's confirmation. Throws like callApi.
 */
export async function registerDevice(
  work: WorkDatabase,
  key: RawKey,
  { fields, deviceId, proof }: Registrant,
): Promise<void> {
  const server = await fetchServerKey(work)
  const seal = await createSealer(fromBase64(server.key))
  const escrow = toBase64(await seal(key.raw, escrowContext(key.id)))
  const register = async ({ publicKey }: SignerRow) => {
    const given = { ...proof, key_id: key.id, escrow, server_key_id: server.keyId, device_key: publicKey }
    return (await callApi(deviceKeyCalls.register, given)).result
  }
  let signer = await findOrMakeSigner(work, key)
  let answer = await register(signer)
  if (answer.retired !== undefined) {
    await holdSignedBy(work, signer.publicKey, Date.now())
    signer = await makeSigner(work, key)
    answer = await register(signer)
  }
  await work.keys.bulkPut([
    { ...signer, isRegistered: true },
    {
      id: 'terms',
      clientId: fields.client_id,
      userId: fields.user_id,
      deviceId,
      deviceName: answer.device_name || (await giveFirstName(deviceId)),
      vaultDays: answer.vault_days,
    },
  ])
}

/**
 * Returns the signing key of this device, created if there is none, and whether the server already knows it. Deletes
 * the usable key of an earlier build.
 */
export async function demandSigner(work: WorkDatabase, key: RawKey): Promise<{ isRegistered: boolean }> {
  const signer = await findOrMakeSigner(work, key)
  await work.keys.delete('device')
  return signer
}

/** Replaces the signing key; waiting commands are then signed with the new one. */
export async function makeSigner(work: WorkDatabase, { id, raw }: RawKey): Promise<SignerRow> {
  const made = await makeDeviceKey(await importDataKey(id, raw))
  await work.keys.put(made)
  return made
}

const findOrMakeSigner = async (work: WorkDatabase, key: RawKey) =>
  (await findSignerRow(work)) ?? makeSigner(work, key)

// Somebody else may have made these, on this device or with a copy of its disk.
async function holdSignedBy(work: WorkDatabase, publicKey: string, at: number): Promise<void> {
  const isMeant = ({ signedBy, state }: OutboxRow) => signedBy === publicKey && state !== 'acked'
  await work.outbox.filter(isMeant).modify((row) => {
    row.state = 'parked'
    row.claim = undefined
    row.lastError = { kind: 'refused', status: ERROR_CODES.held.status, code: 'held', at }
  })
}

/** Gets the data key of this device from the server, which releases it only right after a complete sign-in. */
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

/** Names a device that has no name yet after its browser and system; it works without a name too. */
async function giveFirstName(deviceId: string): Promise<string> {
  const name = firstDeviceName(navigator.userAgent)
  try {
    return (await callApi(deviceCalls.rename, { device_id: deviceId, name })).result.device_name
  } catch {
    return ''
  }
}
