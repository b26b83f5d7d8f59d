import type { SessionFields } from '#domain/access/session.ts'
import { findOrMintDeviceId } from '#src/db/device-id.ts'
import type { WorkDatabase } from '#src/db/work-database.ts'
import { currentDevice } from '#src/sync/current-device.ts'
import { demandSigner, registerDevice } from './register-device.ts'
import type { RawKey } from './vault-keys.ts'

/**
 * Makes sure that this device has a signing key. Returns a function that registers it if the server does not know it
 * yet: it does not block, and the next unlock repeats it if it fails.
 */
export async function prepareSigner(
  work: WorkDatabase,
  key: RawKey,
  password: string,
): Promise<(fields: SessionFields) => void> {
  const { isRegistered } = await demandSigner(work, key)
  if (isRegistered) return () => undefined
  const copy = { ...key, raw: key.raw.slice() }
  return (fields) => void tellOfSigner(work, copy, fields, password).catch(() => undefined)
}

/** Registers the device's key with the password as proof, and zeroes `key`. Throws like callApi. */
export async function tellOfSigner(
  work: WorkDatabase,
  key: RawKey,
  fields: SessionFields,
  password: string,
): Promise<void> {
  try {
    await registerDevice(work, key, { fields, deviceId: await findOrMintDeviceId(), proof: { password } })
    await currentDevice()?.makeTravel()
  } finally {
    key.raw.fill(0)
  }
}
