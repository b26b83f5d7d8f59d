import type { Delegation } from '#contract/calls/delivery.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { findOrMintDeviceId } from '#src/db/device-id.ts'
import { DATABASE_WORDS, type Databases, deleteCache } from '#src/db/open-databases.ts'
import type { DataKey } from '#src/db/sealing/data-key.ts'
import { type LentKey, lendKey } from '#src/db/sealing/lent-key.ts'
import { hasOpenCopies, sealOpenRows } from '#src/db/sealing/seal-open-rows.ts'
import { findUsersWithWork, type WorkDatabase } from '#src/db/work-database.ts'
import { ApiError } from '../api/call-api.ts'
import { startBrowserDevice } from '../browser-device.ts'
import { currentDevice, setDevice } from '../current-device.ts'
import { type CommandSigner, lendSigner } from '../sealed/sign-command.ts'
import { reportStorageProblem } from '../storage/storage-problem.ts'
import { flushBeforeLock } from './before-lock.ts'
import { dropAtWorker, findKeyHeld } from './key-handover.ts'
import { isOverdue, noteClock, noteContact } from './lease.ts'
import { lockState, setLock } from './lock-state.ts'
import { openVault, type Vault } from './open-vault.ts'
import { demandSigner, makeSigner, registerDevice, releaseKey } from './register-device.ts'
import { currentSession, tryCredentials } from './session-state.ts'
import { dropTouches, openByTouch } from './touch-keys.ts'
import {
  EarlierPasswordError,
  LeaseOverError,
  PasswordNeededError,
  WrongPasswordError,
} from './vault-errors.ts'
import {
  dropNextWrap,
  findKeyId,
  keepNextWrap,
  keepWrap,
  mayBeOf,
  mintKey,
  openByPassword,
  type RawKey,
  takeIntoMemory,
} from './vault-keys.ts'
import { type VaultWatch, watchVault } from './vault-watch.ts'

/** The one row of the session table. */
const SESSION_ID = 'session'

/** What a person signed in with: it seals the vault, and opens it without the server. */
export interface Secret {
  username: string
  password: string
}

/** What a person signed in with who gave a passkey alone: it opens a vault that is here by the server's escrow. */
export interface PasskeySecret {
  username: string
  /** Lets the device's key be registered, once. */
  deviceProof: string
}

/** A session as it is kept, sealed: the name is asked for again when it must be renewed. */
export type KeptSession = SessionFields & { username?: string }

let vault: Vault | undefined
let watch: VaultWatch | undefined
/** A complete sign-in whose vault only an earlier password opens. */
let pending: { fields: SessionFields; secret: Secret } | undefined

/** The databases that are open in this page, locked or not. */
export const currentDatabases = (): Databases | undefined => vault?.databases

/**
 * Takes over the session of a complete sign-in: the vault of its user is opened by the password, by the server's escrow
 * where the password was changed elsewhere, or made. Throws like callApi, EarlierPasswordError, DatabaseUnavailableError.
 */
export async function enterVault(fields: SessionFields, secret: Secret | PasskeySecret): Promise<void> {
  const entered = await takeVault(fields.user_id)
  // The device calls the server at once, before the screens know of the session.
  tryCredentials(fields)
  const key = await keyOf(entered, secret).catch((error: unknown) => {
    if (!(error instanceof EarlierPasswordError)) throw error
    if (!('password' in secret)) throw new PasswordNeededError()
    pending = { fields, secret }
    setLock({ kind: 'locked', why: 'earlier', isOverdue: false })
    throw error
  })
  await begin(entered, fields, secret, key)
}

/**
 * Looks for the session that this device holds for `userId`. The key may come from another page or the service worker;
 * otherwise the vault stands locked and a person must unlock it. Undefined where there is no session to go on with.
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

/** Opens the locked vault. Answers the session, or undefined where it is over. Throws WrongPasswordError, LeaseOverError. */
export async function unlockVault(password: string): Promise<KeptSession | undefined> {
  return openLocked(async (work) => {
    const key = await openByPassword(work, password)
    if (!key) throw new WrongPasswordError()
    return { key, prepare: () => prepareSigner(work, key, password) }
  })
}

/**
 * Opens the locked vault by the touch of a passkey, as unlockVault does. A signing key that the server does not know yet
 * stays untold: that needs the password. Throws TouchError, LeaseOverError.
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
  /** Makes sure that there is a key to sign with; returns what tells the server of it. */
  prepare: () => Promise<(fields: SessionFields) => void>
}

async function openLocked(
  findKey: (work: WorkDatabase) => Promise<Opened>,
): Promise<KeptSession | undefined> {
  const locked = vault
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
  // Without a session the vault was closed, and its line with it.
  if (!session) return undefined
  locked.line.post({ kind: 'unlocked', dataKey })
  tell(session)
  return session
}

/**
 * Makes sure that this device has a key to sign with. What it returns tells the server of it, where that does not know it
 * yet: not waited for, and done again at the next unlock where it fails.
 */
async function prepareSigner(
  work: WorkDatabase,
  key: RawKey,
  password: string,
): Promise<(fields: SessionFields) => void> {
  const { isRegistered } = await demandSigner(work, key)
  if (isRegistered) return () => undefined
  const copy = { ...key, raw: key.raw.slice() }
  return (fields) => void tellOfSigner(work, copy, fields, password).catch(() => undefined)
}

async function tellOfSigner(work: WorkDatabase, key: RawKey, fields: SessionFields, password: string) {
  try {
    await registerDevice(work, key, { fields, deviceId: await findOrMintDeviceId(), proof: { password } })
    await currentDevice()?.makeTravel()
  } finally {
    key.raw.fill(0)
  }
}

/**
 * Opens the vault of whoever on this device has this name and password, without the server: for a person who locked or
 * left it, not for one who signed out. Undefined where there is none. Throws LeaseOverError.
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
    // Whose vault it is stands inside of it; nothing of somebody else's is put to work.
    if (!isSameName((await findSession())?.username, username)) continue
    const session = await goOn(found, dataKey)
    if (session) tell(session)
    return session
  }
  await closeVault()
  return undefined
}

/** The server said at sign-in that this device was taken out of use for the person with this password: copies go. */
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

/** Locks in this page: text is kept, what runs is paused, the key is forgotten. `tell` locks the other pages too. */
export async function lockVault(why: 'idle' | 'asked', tell = true): Promise<void> {
  if (!vault || lockState().kind !== 'open') return
  const locking = vault
  setLock({ kind: 'locked', why, isOverdue: false })
  if (tell) locking.line.post({ kind: 'lock' })
  await flushBeforeLock()
  await currentDevice()?.makeTravel()
  await currentDevice()?.pause()
  // Somebody may have unlocked meanwhile.
  if (lockState().kind === 'open') return currentDevice()?.resume()
  locking.lock()
  dropAtWorker(locking.databases.userId)
}

/** A signer of one record for work that goes on while the vault is locked; undefined where nothing can sign now. */
export async function lendVaultSigner(
  lent: Pick<Delegation, 'call' | 'record' | 'at'>,
): Promise<CommandSigner | undefined> {
  const dataKey = vault?.slot.dataKey()
  return vault && dataKey && lendSigner(vault.databases.work, dataKey, lent)
}

/** A key for work that goes on while the vault is locked; waits while it is. Undefined where no vault is open. */
export async function lendVaultKey(): Promise<LentKey | undefined> {
  return vault && lendKey(await vault.slot.key())
}

/** Keeps the fields of the session, sealed; the name that it began with stays beside them. */
export async function keepSession(fields: SessionFields, username?: string): Promise<void> {
  if (!vault) return
  const { session, work } = vault.databases
  const known = username ?? (await findSession())?.username
  await work.session.put(await session.seal({ id: SESSION_ID, rev: 0, body: { ...fields, username: known } }))
}

/** The session that this vault holds; waits while it is locked. */
export async function findSession(): Promise<KeptSession | undefined> {
  return (await vault?.databases.session.find(SESSION_ID))?.body
}

/**
 * The person is about to change the password: what is on this device opens under either until the new one was used.
 * Throws WrongPasswordError where `current` is not the present one. A session without a vault has nothing to open.
 */
export async function prepareNextPassword(current: string, next: string): Promise<void> {
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
  const session = currentSession()
  const key = vault && session && (await openByPassword(vault.databases.work, password))
  if (!vault || !session || !key) return
  await makeSigner(vault.databases.work, key)
  await tellOfSigner(vault.databases.work, key, session, password).catch(() => undefined)
}

/** The server refused the change: the present password goes on alone. */
export async function forgetNextPassword(): Promise<void> {
  if (vault) await dropNextWrap(vault.databases.work)
}

export interface CloseOptions {
  /** Forgets the session: only a sign-in at the server opens the next one. */
  endSession?: boolean
  /** Deletes the copies: the device was taken out of use. */
  wipeCopies?: boolean
}

/** The vault that is being closed; the next one is opened when it is. */
let leaving: Promise<unknown> = Promise.resolve()

/** Closes the databases and forgets the key; what waits to be sent is never touched. */
export function closeVault(options: CloseOptions = {}): Promise<void> {
  const left = leaveOpenVault(options)
  leaving = Promise.allSettled([leaving, left])
  return left
}

async function leaveOpenVault({ endSession, wipeCopies }: CloseOptions): Promise<void> {
  const closing = vault
  const device = currentDevice()
  const wasLocked = lockState().kind === 'locked'
  vault = undefined
  pending = undefined
  watch?.stop()
  watch = undefined
  setDevice(undefined)
  setLock({ kind: 'none' })
  if (!closing) return
  const { userId, work } = closing.databases
  // What is on its way is settled while there is a key; without one nobody may wait for it any more.
  if (wasLocked) closing.slot.close()
  await device?.stop()
  if (endSession) await work.session.delete(SESSION_ID)
  if (wipeCopies) await dropTouches(work)
  dropAtWorker(userId)
  closing.close()
  if (wipeCopies) await deleteCache(userId)
}

async function takeVault(userId: string): Promise<Vault> {
  if (vault && vault.databases.userId !== userId) await closeVault()
  // Copies that are being wiped would be wiped under a vault that is opened meanwhile.
  await leaving
  vault ??= await openVault(userId, onOutdated)
  return vault
}

// A newer build took the databases over: this page can keep nothing any more and says so.
function onOutdated(): void {
  reportStorageProblem(DATABASE_WORDS.outdated)
  const device = currentDevice()
  setDevice(undefined)
  void device?.stop()
}

/** The data key by password, from escrow, or a new one. */
async function keyOf({ databases: { work } }: Vault, secret: Secret | PasskeySecret): Promise<RawKey> {
  const keyId = await findKeyId(work)
  if (!('password' in secret)) {
    // Nothing would open a new vault without the server but a password.
    if (keyId === undefined) throw new PasswordNeededError()
    return releaseOrRefuse(keyId)
  }
  if (keyId === undefined) return mintKey()
  const key = await openByPassword(work, secret.password)
  if (key) return key
  const released = await releaseOrRefuse(keyId)
  // The password was changed elsewhere, perhaps because something was lost: passkeys open this vault no more (260).
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

/** Begins a session: escrow first, then the wrap, then the first sealed row. */
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
  pending = undefined
  await entered.open(await takeIntoMemory(key))
  await sealOpenRows(databases)
  if (await hasOpenCopies(databases)) await Promise.all(databases.cache.tables.map((table) => table.clear()))
  await keepSession(fields, secret.username)
  await putToWork(entered)
}

/** Goes on with the kept session under this key; closes the vault where there is none. */
async function goOn(found: Vault, dataKey: DataKey): Promise<KeptSession | undefined> {
  await found.open(dataKey)
  await noteClock(found.databases.work, Date.now())
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
  watch ??= watchVault(opened, { lock: lockVault, unlock: (dataKey) => void goOn(opened, dataKey) })
  setLock({ kind: 'open' })
}
