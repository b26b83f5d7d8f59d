import { useSyncExternalStore } from 'react'
import { authCalls } from '#contract/calls/auth.ts'
import { isPatient } from '#domain/access/rules.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { ApiError, callApi } from '../api/call-api.ts'
import { reportStorageProblem } from '../storage/storage-problem.ts'
import {
  findPatientToken,
  findUserId,
  forgetPatientToken,
  forgetUserId,
  keepPatientToken,
  keepUserId,
  onUserOfOtherTab,
} from './session-places.ts'
import {
  currentSession,
  onSessionChange,
  sessionState,
  setSession,
  tryCredentials,
  whenSessionEnds,
} from './session-state.ts'
import { UnsentWorkError } from './unsent-work.ts'

export { currentSession, UnsentWorkError }

// The databases are no weight for the sign-in page: they are loaded once somebody is signed in.
const vault = () => import('./vault.ts')

/** The session fields of the person signed in; undefined while there is none. */
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

/** Takes over a session that the server opened: a PATIENT's in memory, everybody else's with the databases of the user. */
export async function startSession(fields: SessionFields): Promise<void> {
  if (isPatient(fields)) {
    keepPatientToken(fields.token)
  } else {
    await (await vault()).openVault(fields.user_id, fields)
    keepUserId(fields.user_id)
  }
  setSession(fields)
}

/** Asks the server for the person's rights anew (spec 1 section 4) and keeps them. Throws like callApi. */
export async function refreshModules(): Promise<void> {
  const { result } = await callApi(authCalls.getModules, {})
  const fields = currentSession()
  if (!fields) return
  const renewed: SessionFields = { ...fields, ...result }
  if (!isPatient(fields)) await (await vault()).keepSession(renewed)
  // The session may have ended while it was being kept.
  if (currentSession()?.token === fields.token) setSession(renewed)
}

/** Ends the session at the person's wish; throws UnsentWorkError while changes wait to be sent. */
export async function signOut(): Promise<void> {
  const fields = currentSession()
  if (!fields) return
  if (!isPatient(fields)) await (await vault()).refuseWhileUnsent()
  // The server forgets the token if it can be told; this device forgets it either way.
  await callApi(authCalls.logout, {}).catch(() => undefined)
  if (!isPatient(fields)) await (await vault()).closeVault({ withCopies: true })
  forget()
}

/** The server ended the session: nothing that waits is lost, it goes out after the same person's next sign-in. */
async function endSession(): Promise<void> {
  const fields = currentSession()
  forget()
  if (fields && !isPatient(fields)) await (await vault()).closeVault({ withCopies: false })
}

function forget(): void {
  forgetUserId()
  forgetPatientToken()
  setSession(undefined)
}

let isBooted = false

function subscribe(listener: () => void): () => void {
  const stop = onSessionChange(listener)
  if (!isBooted) {
    isBooted = true
    whenSessionEnds(() => void endSession())
    onUserOfOtherTab((userId) => void followOtherTab(userId))
    void resume()
  }
  return stop
}

async function resume(): Promise<void> {
  const [token, userId] = [findPatientToken(), findUserId()]
  const fields = token ? await findPatientSession(token) : userId ? await findStaffSession(userId) : undefined
  // Somebody may have signed in while the old session was looked for.
  if (!currentSession()) setSession(fields)
}

async function findStaffSession(userId: string): Promise<SessionFields | undefined> {
  try {
    return await (await vault()).openVault(userId)
  } catch (error) {
    reportStorageProblem(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

async function findPatientSession(token: string): Promise<SessionFields | undefined> {
  tryCredentials({ token, session_id: '' })
  try {
    const { result } = await callApi(authCalls.loggedUserDtl, {})
    return { ...result, token }
  } catch (error) {
    if (error instanceof ApiError) forgetPatientToken()
    return undefined
  } finally {
    tryCredentials(undefined)
  }
}

// Another tab signed somebody in or out: this page goes along, and leaves the session's fields to it.
async function followOtherTab(userId: string | undefined): Promise<void> {
  const fields = currentSession()
  if (userId === fields?.user_id || (fields && isPatient(fields))) return
  setSession(undefined)
  const { openVault, closeVault } = await vault()
  await closeVault({ withCopies: false, keepSession: true })
  if (userId !== undefined) setSession(await openVault(userId))
}
