import type { ErrorBody } from '#contract/kernel/error-codes.ts'
import type { SessionFields } from '#domain/access/session.ts'
import type { Credentials } from '../api/headers.ts'

/** The user signed in on this page. `isReady` is false while the device still looks for a session to resume. */
export interface SessionState {
  isReady: boolean
  fields: SessionFields | undefined
}

let state: SessionState = { isReady: false, fields: undefined }
let pending: Credentials | undefined
let onEnded: (why: ErrorBody) => void = () => undefined
let onRights: () => Promise<void> = async () => undefined
/** Why a session ended while a new one was being requested. */
let heldEnd: ErrorBody | undefined
let isHolding = false
const listeners = new Set<() => void>()

export function sessionState(): SessionState {
  return state
}

/** The reader's own time zone: for events on this device, and if no branch is known. */
export const READER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone that all branches of the signed-in user share; the reader's own if there is none. */
export const sessionZone = () => state.fields?.time_zone || READER_ZONE

/** The session fields, or undefined while nobody is signed in. */
export function currentSession(): SessionFields | undefined {
  return state.fields
}

export function setSession(fields: SessionFields | undefined): void {
  pending = undefined
  state = { isReady: true, fields }
  for (const listener of listeners) listener()
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Lets calls use a token whose session fields are still being requested. */
export function tryCredentials(credentials: Credentials | undefined): void {
  pending = credentials
}

/** Token and session id that calls use now. */
export function credentialsNow(): Credentials | undefined {
  return state.fields ?? pending
}

/** The server ended these credentials; ignored if the answer belongs to a call of an earlier session. */
export function sessionWasEnded(credentials: Credentials, why: ErrorBody): void {
  if (credentials.token !== credentialsNow()?.token) return
  if (isHolding) heldEnd = why
  else onEnded(why)
}

/**
 * While `run` requests a new session, defers the end of the old one; if no new session results, the end takes effect.
 */
export async function holdEnds<T>(run: () => Promise<T | undefined>): Promise<T | undefined> {
  isHolding = true
  heldEnd = undefined
  const begun = await run().finally(() => {
    isHolding = false
  })
  if (begun === undefined && heldEnd) onEnded(heldEnd)
  return begun
}

/** Refreshes the session because the server now applies other rights. Throws if the request fails. */
export function renewRights(): Promise<void> {
  return onRights()
}

/** Sets the handler for a change of the user's rights. */
export function whenRightsChange(run: () => Promise<void>): void {
  onRights = run
}

/** Sets the handler for the end of the session by the server. */
export function whenSessionEnds(run: (why: ErrorBody) => void): void {
  onEnded = run
}
