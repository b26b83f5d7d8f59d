import { useSyncExternalStore } from 'react'
import { authCalls } from '#contract/calls/auth.ts'
import type { ErrorBody } from '#contract/kernel/error-codes.ts'
import { isPatient } from '#domain/access/rules.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { callApi } from '../api/call-api.ts'
import { currentDevice, getDevice } from '../current-device.ts'
import { startPageCourier } from '../sealed/page-courier.ts'
import { forgetGivenFiles } from '../shared-files/given-files.ts'
import { reportStorageProblem } from '../storage/storage-problem.ts'
import { renewSession } from './renew-session.ts'
import {
  currentSession,
  onSessionChange,
  sessionState,
  setSession,
  whenRightsChange,
  whenSessionEnds,
} from './session-state.ts'
import {
  findPatientId,
  findUserId,
  forgetPatientId,
  forgetRevoked,
  forgetUserId,
  keepPatientId,
  keepRevoked,
  keepUserId,
  onUserOfOtherTab,
} from './session-storage.ts'
import { UnsentWorkError } from './unsent-work-error.ts'
import type { KeptSession, PasskeySecret, Secret } from './vault/vault-secret.ts'

export { currentSession, type PasskeySecret, type Secret, UnsentWorkError }

// Keeps the databases out of the sign-in page: they are loaded once somebody is signed in.
const vault = () => import('./vault/vault.ts')

/** Returns the session fields of the signed-in user; undefined if there is none. */
export function useSession(): SessionFields | undefined {
  return useSyncExternalStore(subscribe, currentSession)
}

/** True once the device knows whether it holds a session to resume. */
export function useSessionReady(): boolean {
  return useSyncExternalStore(subscribe, () => sessionState().isReady)
}

/** This device's id, minted at its first sign-in. */
export async function deviceId(): Promise<string> {
  return (await import('#src/db/device-id.ts')).findOrMintDeviceId()
}

/**
 * Takes over a session that the server opened: a PATIENT's in memory, everybody else's with the user's vault, which the
 * password seals. Throws like callApi, EarlierPasswordError, PasswordNeededError, DatabaseUnavailableError.
 */
export async function startSession(
  fields: SessionFields,
  secret: Secret | PasskeySecret | undefined,
): Promise<void> {
  if (isPatient(fields)) {
    keepPatientId(fields.user_id)
  } else {
    if (!secret) throw new Error('A staff session begins with a password')
    const { enterVault, whenVaultLeft } = await vault()
    await whenVaultLeft()
    // Stored from here on: if only an earlier password opens the vault, the page asks for it.
    keepUserId(fields.user_id)
    await enterVault(fields, secret)
  }
  forgetRevoked()
  setSession(fields)
}

/**
 * Signs in offline: opens this device's vault for this name and password. Returns false if there is none that they
 * open; throws LeaseOverError.
 */
export async function signInOffline(secret: Secret): Promise<boolean> {
  const session = await (await vault()).enterOffline(secret)
  if (!session) return false
  keepUserId(session.user_id)
  forgetRevoked()
  setSession(session)
  return true
}

/** Deletes the copies of the user who tried to sign in, because this device was revoked for that user. */
export async function obeyRevocation(secret: Secret): Promise<void> {
  await (await vault()).wipeCopiesOf(secret)
}

/** Opens the vault with the password, offline too. Throws WrongPasswordError or LeaseOverError. */
export async function unlock(password: string): Promise<void> {
  const session = await (await vault()).unlockVault(password)
  if (!session) return forget()
  setSession(session)
  void renew(session, password)
}

/** Locks the vault in all pages of this device; nobody is signed out. */
export async function lockNow(): Promise<void> {
  await (await vault()).lockVault('asked')
}

/** Leaves a locked vault as it is, so that somebody else can sign in; its owner's next sign-in continues with it. */
export async function leaveVault(): Promise<void> {
  forgetGivenFiles()
  forget()
  await (await vault()).closeVault()
}

// If the server ended the session meanwhile, sign in again with the password that was just typed.
async function renew(session: KeptSession, password: string): Promise<void> {
  const begun = await renewSession(session, password)
  if (!begun || currentSession()?.token !== session.token) return
  await (await vault()).enterVault(begun, { username: session.username ?? '', password })
  setSession(begun)
  currentDevice()?.refresh()
  currentDevice()?.wake()
}

/** Refreshes the user's rights from the server (docs/reports.md#status) and stores them. Throws like callApi. */
export async function refreshModules(): Promise<void> {
  const { result } = await callApi(authCalls.getModules, {})
  const fields = currentSession()
  if (!fields) return
  const renewed: SessionFields = { ...fields, ...result }
  if (!isPatient(fields)) await (await vault()).keepSession(renewed)
  // The session may have ended while it was being stored.
  if (currentSession()?.token === fields.token) setSession(renewed)
}

/** Refreshes everything that the server knows about the user: name, photo, rights, branches. Throws like callApi. */
export async function refreshSession(): Promise<void> {
  const { result } = await callApi(authCalls.loggedUserDtl, {})
  const fields = currentSession()
  if (!fields) return
  const renewed: SessionFields = { ...fields, ...result, token: fields.token }
  // If nothing changed, do not rerender the screens.
  if (JSON.stringify(renewed) === JSON.stringify(fields)) return
  if (!isPatient(fields)) await (await vault()).keepSession(renewed)
  if (currentSession()?.token === fields.token) setSession(renewed)
}

export interface SignOutOptions {
  /** The user confirmed in writing that unsent work may be discarded. */
  giveUp?: true
}

/** Signs out at the user's request; throws UnsentWorkError while changes wait that only this device has. */
export async function signOut({ giveUp }: SignOutOptions = {}): Promise<void> {
  const fields = currentSession()
  if (!fields) return
  if (!isPatient(fields)) await settleUnsentWork(giveUp === true)
  // The server forgets the token if it can be told; this device forgets it either way.
  await callApi(authCalls.logout, {}).catch(() => undefined)
  if (!isPatient(fields)) await (await vault()).closeVault({ endSession: true })
  forgetGivenFiles()
  forget()
}

async function settleUnsentWork(giveUp: boolean): Promise<void> {
  const { countAfterSending, giveUpUnsent } = await import('./unsent-work.ts')
  const { currentDatabases } = await vault()
  const databases = currentDatabases()
  if (!databases) return
  if (giveUp) return giveUpUnsent(databases, getDevice().giveUpCommand)
  const count = await countAfterSending(getDevice())
  if (count > 0) throw new UnsentWorkError(count)
}

/** The server ended the session: no unsent work is lost, it is sent after the same user's next sign-in. */
async function endSession({ device_revoked }: ErrorBody): Promise<void> {
  const fields = currentSession()
  const isStaff = fields !== undefined && !isPatient(fields)
  const wipeCopies = isStaff && device_revoked === 1
  // A page that unloads before the copies are deleted still knows their owner: the server refuses it again.
  if (wipeCopies) {
    keepRevoked()
    setSession(undefined)
  } else forget()
  if (isStaff) await (await vault()).closeVault({ endSession: true, wipeCopies })
  if (wipeCopies && findUserId() === fields.user_id) forget()
}

function forget(): void {
  // A browser without a signed-in user shows nobody's notifications.
  void import('../notifications/push-subscription.ts')
    .then(({ dropPush }) => dropPush())
    .catch(() => undefined)
  forgetUserId()
  forgetPatientId()
  setSession(undefined)
}

let isBooted = false

function subscribe(listener: () => void): () => void {
  const stop = onSessionChange(listener)
  if (!isBooted) {
    isBooted = true
    whenSessionEnds((why) => void endSession(why))
    // Screens that the user may no longer open close, and new ones open, without a reload.
    whenRightsChange(refreshSession)
    onUserOfOtherTab((userId) => void followOtherTab(userId))
    startPageCourier()
    void resume()
  }
  return stop
}

async function resume(): Promise<void> {
  const [patientId, userId] = [findPatientId(), findUserId()]
  const fields = patientId
    ? await import('./resume-patient.ts').then(
        ({ resumePatient }) => resumePatient(patientId),
        () => undefined,
      )
    : userId
      ? await findStaffSession(userId)
      : undefined
  // Somebody may have signed in during the search for the old session.
  if (!currentSession()) setSession(fields)
}

async function findStaffSession(userId: string): Promise<SessionFields | undefined> {
  try {
    return await (await vault()).resumeVault(userId)
  } catch (error) {
    reportStorageProblem(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

// Another tab signed somebody in or out: this page follows, and leaves the session's fields to that tab.
async function followOtherTab(userId: string | undefined): Promise<void> {
  const fields = currentSession()
  if (fields && isPatient(fields)) return
  if (userId === fields?.user_id && fields !== undefined) return
  setSession(undefined)
  const { resumeVault, closeVault } = await vault()
  await closeVault()
  if (userId !== undefined) setSession(await resumeVault(userId))
}
