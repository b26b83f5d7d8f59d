import type { KnownPasskey } from '#src/db/work-database.ts'
import { currentDatabases } from '../session/vault/current-vault.ts'
import { dropTouches, findKnownPasskeys, keepTouch } from '../session/vault/touch-keys.ts'
import { WrongPasswordError } from '../session/vault/vault-errors.ts'
import { openByPassword } from '../session/vault/vault-keys.ts'
import { TouchError } from './touch-error.ts'

/**
 * Lets one of the user's passkeys open the vault of this device, in addition to the password: the one that is touched.
 * Needs the password, because an open vault does not expose the bytes of its key. Returns that passkey. Throws
 * WrongPasswordError, TouchError.
 */
export async function turnOnTouch(password: string): Promise<KnownPasskey> {
  const work = currentDatabases()?.work
  const listed = work && (await findKnownPasskeys(work))
  if (!work || !listed || listed.known.length === 0) throw new TouchError('none')
  const key = await openByPassword(work, password)
  if (!key) throw new WrongPasswordError()
  try {
    return await keepTouch(work, key, listed.known, listed.rpId)
  } finally {
    key.raw.fill(0)
  }
}

/** Removes this passkey from the vault of this device; the password still opens it. */
export async function turnOffTouch(credentialId: string): Promise<void> {
  const work = currentDatabases()?.work
  if (work) await dropTouches(work, credentialId)
}
