import type { KnownPasskey } from '#src/db/work-database.ts'
import { currentDatabases } from '../session/current-vault.ts'
import { dropTouches, findKnownPasskeys, keepTouch } from '../session/touch-keys.ts'
import { WrongPasswordError } from '../session/vault-errors.ts'
import { openByPassword } from '../session/vault-keys.ts'
import { TouchError } from './touch-error.ts'

/**
 * Lets a passkey open what is on this device, beside the password: whichever of the person's own answers. The password is
 * asked for, because an open vault does not give out the bytes of its key. Returns the passkey that answered. Throws
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

/** This passkey opens what is on this device no more; the password does. */
export async function turnOffTouch(credentialId: string): Promise<void> {
  const work = currentDatabases()?.work
  if (work) await dropTouches(work, credentialId)
}
