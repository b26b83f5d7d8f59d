import type { SessionFields } from '#domain/access/session.ts'
import { DATABASE_WORDS, type Databases, deleteCache } from '#src/db/open-databases.ts'
import { currentDevice, setDevice } from '#src/sync/current-device.ts'
import { reportStorageProblem } from '#src/sync/storage/storage-problem.ts'
import { lockState, setLock } from '../lock/lock-state.ts'
import { dropAtWorker } from './key-handover.ts'
import { openVault, type Vault } from './open-vault.ts'
import { dropTouches } from './touch-keys.ts'
import type { Secret } from './vault-secret.ts'
import type { VaultWatch } from './vault-watch.ts'

/** A complete sign-in whose vault opens only with an earlier password. */
interface PendingSignIn {
  fields: SessionFields
  secret: Secret
}

/** The one row of the session table. */
export const SESSION_ID = 'session'

let vault: Vault | undefined
let watch: VaultWatch | undefined
let pending: PendingSignIn | undefined
/** Settles when the vault that is closing is closed; the next one opens after that. */
let leaving: Promise<unknown> = Promise.resolve()

/** The vault of this page, open or locked; undefined if nobody is signed in. */
export const currentVault = (): Vault | undefined => vault

/** The databases that are open in this page, locked or not. */
export const currentDatabases = (): Databases | undefined => vault?.databases

/** The sign-in that waits for the earlier password. */
export const pendingSignIn = (): PendingSignIn | undefined => pending

/** Stores the pending sign-in, or forgets it. */
export function setPendingSignIn(signIn: PendingSignIn | undefined): void {
  pending = signIn
}

/** Starts the watch over the vault once; it runs until the vault is closed. */
export function watchUntilClosed(begin: () => VaultWatch): void {
  watch ??= begin()
}

export interface CloseOptions {
  /** Forgets the session: the next one needs a sign-in at the server. */
  endSession?: boolean
  /** Deletes the copies: the device was revoked. */
  wipeCopies?: boolean
}

/** Closes the databases and forgets the key; unsent work is never touched. */
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
  // Commands in flight are settled while there is a key; without one, nothing may wait for it any more.
  if (wasLocked) closing.slot.close()
  await device?.stop()
  if (wipeCopies) {
    await dropTouches(work)
    cache.close()
    await deleteCache(userId)
  }
  // After the copies: if the page unloads before they are deleted, the session resumes and the server refuses it again.
  if (endSession) await work.session.delete(SESSION_ID)
  dropAtWorker(userId)
  closing.close()
}

/** Resolves once no vault is being closed. */
export const whenVaultLeft = (): Promise<unknown> => leaving

/** Returns the vault of this user, open or locked; closes another user's vault first. */
export async function takeVault(userId: string): Promise<Vault> {
  if (vault && vault.databases.userId !== userId) await closeVault()
  // Copies that are still being wiped would be wiped under a vault that opens now.
  await leaving
  // Another caller may have taken it in the meantime.
  if (vault && vault.databases.userId !== userId) return takeVault(userId)
  vault ??= await openVault(userId, onOutdated)
  return vault
}

// A newer build took over the databases: this page can no longer store anything and reports that.
function onOutdated(): void {
  reportStorageProblem(DATABASE_WORDS.outdated)
  const device = currentDevice()
  setDevice(undefined)
  void device?.stop()
}
