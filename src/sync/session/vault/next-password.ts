import { currentSession } from '../session-state.ts'
import { currentVault } from './current-vault.ts'
import { findSession } from './kept-session.ts'
import { makeSigner } from './register-device.ts'
import { WrongPasswordError } from './vault-errors.ts'
import { dropNextWrap, keepNextWrap, openByPassword } from './vault-keys.ts'
import { tellOfSigner } from './vault-signer.ts'

/**
 * Before a password change: the data on this device opens with either password until the new one has been used.
 * Throws WrongPasswordError if `current` is wrong. A session without a vault has nothing to prepare.
 */
export async function prepareNextPassword(current: string, next: string): Promise<void> {
  const vault = currentVault()
  if (!vault) return
  const { work } = vault.databases
  const username = (await findSession())?.username ?? ''
  if (!(await keepNextWrap(work, { username, password: current }, next))) throw new WrongPasswordError()
}

/**
 * After a password change, all signing keys of this person are retired. This device gets a new one, and its queue is
 * signed again, because its author is present. If the server cannot be told now, the next unlock does it.
 */
export async function renewSigner(password: string): Promise<void> {
  const vault = currentVault()
  const session = currentSession()
  const key = vault && session && (await openByPassword(vault.databases.work, password))
  if (!vault || !session || !key) return
  await makeSigner(vault.databases.work, key)
  await tellOfSigner(vault.databases.work, key, session, password).catch(() => undefined)
}

/** The server refused the change: only the current password stays valid. */
export async function forgetNextPassword(): Promise<void> {
  const vault = currentVault()
  if (vault) await dropNextWrap(vault.databases.work)
}
