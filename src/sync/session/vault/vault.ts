import type { SessionFields } from '#domain/access/session.ts'
import { findOrMintDeviceId } from '#src/db/device-id.ts'
import { isQuotaError } from '#src/db/quota.ts'
import type { DataKey } from '#src/db/sealing/data-key.ts'
import { hasOpenCopies, sealOpenRows } from '#src/db/sealing/seal-open-rows.ts'
import { findUsersWithWork, type WorkDatabase } from '#src/db/work-database.ts'
import { startBrowserDevice } from '#src/sync/browser-device.ts'
import { currentDevice, setDevice } from '#src/sync/current-device.ts'
import { flushBeforeLock } from '../lock/before-lock.ts'
import { isOverdue, noteClock, noteContact } from '../lock/lease.ts'
import { lockState, setLock } from '../lock/lock-state.ts'
import { currentSession, tryCredentials } from '../session-state.ts'
import {
  closeVault,
  currentDatabases,
  currentVault,
  pendingSignIn,
  setPendingSignIn,
  takeVault,
  watchUntilClosed,
  whenVaultLeft,
} from './current-vault.ts'
import { findVaultKey } from './find-vault-key.ts'
import { findSession, keepSession } from './kept-session.ts'
import { dropAtWorker, findKeyHeld } from './key-handover.ts'
import type { Vault } from './open-vault.ts'
import { demandSigner, registerDevice } from './register-device.ts'
import { dropTouches, openByTouch } from './touch-keys.ts'
import {
  EarlierPasswordError,
  LeaseOverError,
  PasswordNeededError,
  WrongPasswordError,
} from './vault-errors.ts'
import { findKeyId, keepWrap, mayBeOf, openByPassword, type RawKey, takeIntoMemory } from './vault-keys.ts'
import type { KeptSession, PasskeySecret, Secret } from './vault-secret.ts'
import { prepareSigner } from './vault-signer.ts'
import { watchVault } from './vault-watch.ts'

// Pages load the vault through this file alone: each further file loaded on demand makes the sign-in page heavier.
export { forgetNextPassword, prepareNextPassword, renewSigner } from './next-password.ts'
export { closeVault, currentDatabases, keepSession, whenVaultLeft }

/**
 * Takes over the session of a complete sign-in: opens the user's vault with the password, or with the server's escrow
 * if the password was changed elsewhere, or creates it. Throws like callApi, EarlierPasswordError,
 * DatabaseUnavailableError.
 */
export async function enterVault(fields: SessionFields, secret: Secret | PasskeySecret): Promise<void> {
  const entered = await takeVault(fields.user_id)
  // The device calls the server at once, before the screens know the session.
  tryCredentials(fields)
  const key = await findVaultKey(entered, secret).catch((error: unknown) => {
    if (!(error instanceof EarlierPasswordError)) throw error
    if (!('password' in secret)) throw new PasswordNeededError()
    setPendingSignIn({ fields, secret })
    setLock({ kind: 'locked', why: 'earlier', isOverdue: false })
    throw error
  })
  await begin(entered, fields, secret, key)
}

/**
 * Looks for the session that this device holds for `userId`. The key may come from another page or the service worker;
 * otherwise the vault is locked and a person must unlock it. Undefined if there is no session to continue.
 */
export async function resumeVault(userId: string): Promise<SessionFields | undefined> {
  const found = await takeVault(userId)
  const keyId = await findKeyId(found.databases.work)
  if (keyId === undefined) {
    await closeVault()
    return undefined
  }
  const [held, overdue] = await Promise.all([
    findKeyHeld(userId, found.line),
    isOverdue(found.databases.work, Date.now()),
  ])
  if (held?.id === keyId && !overdue) return goOn(found, held)
  setLock({ kind: 'locked', why: 'cold', isOverdue: overdue })
  return undefined
}

/** Opens the locked vault. Returns the session, undefined if it is over. Throws WrongPasswordError, LeaseOverError. */
export async function unlockVault(password: string): Promise<KeptSession | undefined> {
  return openLocked(async (work) => {
    const key = await openByPassword(work, password)
    if (!key) throw new WrongPasswordError()
    return { key, prepare: () => prepareSigner(work, key, password) }
  })
}

/**
 * Opens the locked vault by the touch of a passkey, as unlockVault does. Does not register a signing key that the
 * server does not know yet: that needs the password. Throws TouchError, LeaseOverError.
 */
export async function unlockVaultByTouch(signal?: AbortSignal): Promise<KeptSession | undefined> {
  return openLocked(async (work) => {
    const key = await openByTouch(work, signal)
    const prepare = async () => {
      await demandSigner(work, key)
      return () => undefined
    }
    return { key, prepare }
  })
}

interface Opened {
  key: RawKey
  /** Makes sure that there is a signing key; returns the function that registers it. */
  prepare: () => Promise<(fields: SessionFields) => void>
}

async function openLocked(
  findKey: (work: WorkDatabase) => Promise<Opened>,
): Promise<KeptSession | undefined> {
  const locked = currentVault()
  const pending = pendingSignIn()
  if (!locked) return undefined
  const { work } = locked.databases
  if (!pending && (await isOverdue(work, Date.now()))) throw new LeaseOverError()
  const { key, prepare } = await findKey(work)
  if (pending) {
    const { fields, secret } = pending
    await dropTouches(work)
    await begin(locked, fields, secret, key)
    return fields
  }
  const tell = await prepare()
  const dataKey = await takeIntoMemory(key)
  const session = await goOn(locked, dataKey)
  // Without a session the vault was closed, and its channel with it.
  if (!session) return undefined
  locked.line.post({ kind: 'unlocked', dataKey })
  tell(session)
  return session
}

/**
 * Opens the vault on this device that fits this name and password, without the server: for a user who locked or left
 * it, not for one who signed out. Undefined if there is none. Throws LeaseOverError.
 */
export async function enterOffline({ username, password }: Secret): Promise<KeptSession | undefined> {
  for (const userId of await findUsersWithWork()) {
    const found = await takeVault(userId)
    const { work } = found.databases
    const key = (await mayBeOf(work, username)) && (await openByPassword(work, password))
    if (!key) continue
    if (await isOverdue(found.databases.work, Date.now())) throw new LeaseOverError()
    const tell = await prepareSigner(work, key, password)
    const dataKey = await takeIntoMemory(key)
    await found.open(dataKey)
    // Only the opened vault tells whose it is; do not start another user's vault.
    if (!isSameName((await findSession())?.username, username)) continue
    const session = await goOn(found, dataKey)
    if (session) tell(session)
    return session
  }
  await closeVault()
  return undefined
}

/** At sign-in the server reported that this device is revoked for the user with this password: deletes the copies. */
export async function wipeCopiesOf({ username, password }: Secret): Promise<void> {
  await closeVault()
  for (const userId of await findUsersWithWork()) {
    const { work } = (await takeVault(userId)).databases
    const isTheirs = (await mayBeOf(work, username)) && (await openByPassword(work, password)) !== undefined
    await closeVault({ endSession: isTheirs, wipeCopies: isTheirs })
  }
}

const isSameName = (kept: string | undefined, typed: string) =>
  kept?.trim().toLowerCase() === typed.trim().toLowerCase()

/** Locks this page: stores text, pauses the device, forgets the key. `tell` locks the other pages too. */
export async function lockVault(why: 'idle' | 'asked', tell = true): Promise<void> {
  const locking = currentVault()
  if (!locking || lockState().kind !== 'open') return
  setLock({ kind: 'locked', why, isOverdue: false })
  if (tell) locking.line.post({ kind: 'lock' })
  await flushBeforeLock()
  await currentDevice()?.makeTravel()
  await currentDevice()?.pause()
  // Somebody may have unlocked it meanwhile.
  if (lockState().kind === 'open') return currentDevice()?.resume()
  locking.lock()
  dropAtWorker(locking.databases.userId)
}

/** Starts a session: escrow first, then the wrap, then the first sealed row. */
async function begin(
  entered: Vault,
  fields: SessionFields,
  secret: Secret | PasskeySecret,
  key: RawKey,
): Promise<void> {
  const { databases } = entered
  const deviceId = await findOrMintDeviceId()
  const proof = 'password' in secret ? { password: secret.password } : { device_proof: secret.deviceProof }
  await registerDevice(databases.work, key, { fields, deviceId, proof })
  await databases.work.keys.delete('device')
  if ('password' in secret) await keepWrap(databases.work, key, secret)
  await noteContact(databases.work, Date.now())
  setPendingSignIn(undefined)
  await entered.open(await takeIntoMemory(key))
  await sealOpenRows(databases)
  if (await hasOpenCopies(databases)) await Promise.all(databases.cache.tables.map((table) => table.clear()))
  await keepSession(fields, secret.username)
  await putToWork(entered)
}

/** Continues the stored session with this key; closes the vault if there is none. */
async function goOn(found: Vault, dataKey: DataKey): Promise<KeptSession | undefined> {
  await found.open(dataKey)
  // A full disk must not block access to its data: the clock is noted at the next unlock that finds room.
  await noteClock(found.databases.work, Date.now()).catch((error: unknown) => {
    if (!isQuotaError(error)) throw error
  })
  const session = await findSession()
  if (!session) {
    await closeVault()
    return undefined
  }
  if (!currentSession()) tryCredentials(session)
  await putToWork(found)
  return session
}

async function putToWork(opened: Vault): Promise<void> {
  const device = currentDevice()
  if (device) device.resume()
  else setDevice(await startBrowserDevice(opened.databases, opened.slot.dataKey))
  watchUntilClosed(() =>
    watchVault(opened, { lock: lockVault, unlock: (dataKey) => void goOn(opened, dataKey) }),
  )
  setLock({ kind: 'open' })
}
