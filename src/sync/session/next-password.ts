import { currentVault } from './current-vault.ts'
import { findSession } from './kept-session.ts'
import { makeSigner } from './register-device.ts'
import { currentSession } from './session-state.ts'
import { WrongPasswordError } from './vault-errors.ts'
import { dropNextWrap, keepNextWrap, openByPassword } from './vault-keys.ts'
import { tellOfSigner } from './vault-signer.ts'

/**
 * The person is about to change the password: what is on this device opens under either until the new one was used.
 * Throws WrongPasswordError where `current` is not the present one. A session without a vault has nothing to open.
 */
export async function prepareNextPassword(current: string, next: string): Promise<void> {
  const vault = currentVault()
  if (!vault) return
  const { work } = vault.databases
  const username = (await findSession())?.username ?? ''
  if (!(await keepNextWrap(work, { username, password: current }, next))) throw new WrongPasswordError()
}

/**
 * The password was changed: every key that signed for this person was retired with it. This device gets a new one, and
 * what waits here is signed anew, because its person is at it. Where the server cannot be told now, the next unlock does.
 */
export async function renewSigner(password: string): Promise<void> {
  const vault = currentVault()
  const session = currentSession()
  const key = vault && session && (await openByPassword(vault.databases.work, password))
  if (!vault || !session || !key) return
  await makeSigner(vault.databases.work, key)
  await tellOfSigner(vault.databases.work, key, session, password).catch(() => undefined)
}

/** The server refused the change: the present password goes on alone. */
export async function forgetNextPassword(): Promise<void> {
  const vault = currentVault()
  if (vault) await dropNextWrap(vault.databases.work)
}
