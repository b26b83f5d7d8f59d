import { ApiError } from '#src/sync/api/call-api.ts'
import type { Vault } from './open-vault.ts'
import { releaseKey } from './register-device.ts'
import { dropTouches } from './touch-keys.ts'
import { EarlierPasswordError, PasswordNeededError } from './vault-errors.ts'
import { findKeyId, mintKey, openByPassword, type RawKey } from './vault-keys.ts'
import type { PasskeySecret, Secret } from './vault-secret.ts'

/**
 * Returns the data key: opened with the password, from the server's escrow, or new. Throws like callApi,
 * PasswordNeededError and EarlierPasswordError.
 */
export async function findVaultKey(
  { databases: { work } }: Vault,
  secret: Secret | PasskeySecret,
): Promise<RawKey> {
  const keyId = await findKeyId(work)
  if (!('password' in secret)) {
    // A new vault needs a password: without one, nothing could open it offline.
    if (keyId === undefined) throw new PasswordNeededError()
    return releaseOrRefuse(keyId)
  }
  if (keyId === undefined) return mintKey()
  const key = await openByPassword(work, secret.password)
  if (key) return key
  const released = await releaseOrRefuse(keyId)
  // The password was changed elsewhere, perhaps after a loss: passkeys no longer open this vault (260).
  await dropTouches(work)
  return released
}

async function releaseOrRefuse(keyId: string): Promise<RawKey> {
  try {
    return await releaseKey(keyId)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') throw new EarlierPasswordError()
    throw error
  }
}
