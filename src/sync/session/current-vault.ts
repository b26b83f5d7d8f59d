import type { SessionFields } from '#domain/access/session.ts'
import { DATABASE_WORDS, type Databases, deleteCache } from '#src/db/open-databases.ts'
import { currentDevice, setDevice } from '../current-device.ts'
import { reportStorageProblem } from '../storage/storage-problem.ts'
import { dropAtWorker } from './key-handover.ts'
import { lockState, setLock } from './lock-state.ts'
import { openVault, type Vault } from './open-vault.ts'
import { dropTouches } from './touch-keys.ts'
import type { Secret } from './vault-secret.ts'
import type { VaultWatch } from './vault-watch.ts'

/** A complete sign-in whose vault only an earlier password opens. */
interface PendingSignIn {
  fields: SessionFields
  secret: Secret
}

/** The one row of the session table. */
export const SESSION_ID = 'session'

let vault: Vault | undefined
let watch: VaultWatch | undefined
let pending: PendingSignIn | undefined
/** The vault that is being closed; the next one is opened when it is. */
let leaving: Promise<unknown> = Promise.resolve()

/** The vault of this page, open or locked; undefined where nobody is signed in. */
export const currentVault = (): Vault | undefined => vault

/** The databases that are open in this page, locked or not. */
export const currentDatabases = (): Databases | undefined => vault?.databases

/** The sign-in that waits for the password of before. */
export const pendingSignIn = (): PendingSignIn | undefined => pending

/** Keeps the sign-in that waits, or forgets it. */
export function setPendingSignIn(signIn: PendingSignIn | undefined): void {
  pending = signIn
}

/** Watches over the vault until it is closed, once. */
export function watchUntilClosed(begin: () => VaultWatch): void {
  watch ??= begin()
}

export interface CloseOptions {
  /** Forgets the session: only a sign-in at the server opens the next one. */
  endSession?: boolean
  /** Deletes the copies: the device was taken out of use. */
  wipeCopies?: boolean
}

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
  const { userId, work, cache } = closing.databases
  // What is on its way is settled while there is a key; without one nobody may wait for it any more.
  if (wasLocked) closing.slot.close()
  await device?.stop()
  if (wipeCopies) {
    await dropTouches(work)
    cache.close()
    await deleteCache(userId)
  }
  // After the copies: where the page is left before they are gone, the session is resumed and the server refuses it again.
  if (endSession) await work.session.delete(SESSION_ID)
  dropAtWorker(userId)
  closing.close()
}

/** Ends once no vault is being closed any more. */
export const whenVaultLeft = (): Promise<unknown> => leaving

/** Returns the vault of this user, open or to be unlocked; another user's is closed first. */
export async function takeVault(userId: string): Promise<Vault> {
  if (vault && vault.databases.userId !== userId) await closeVault()
  // Copies that are being wiped would be wiped under a vault that is opened meanwhile.
  await leaving
  // Somebody else may have taken it in that time.
  if (vault && vault.databases.userId !== userId) return takeVault(userId)
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
