import type { ErrorBody } from '#contract/kernel/error-codes.ts'
import type { SessionFields } from '#domain/access/session.ts'
import type { Credentials } from '../api/headers.ts'

/** Who is signed in on this page. `isReady` is false while the device still looks for a session to resume. */
export interface SessionState {
  isReady: boolean
  fields: SessionFields | undefined
}

let state: SessionState = { isReady: false, fields: undefined }
let pending: Credentials | undefined
let onEnded: (why: ErrorBody) => void = () => undefined
let onRights: () => Promise<void> = async () => undefined
/** Why a session was ended while a new one was being asked for. */
let heldEnd: ErrorBody | undefined
let isHolding = false
const listeners = new Set<() => void>()

export function sessionState(): SessionState {
  return state
}

/** The reader's own time zone: of what happens on this device, and where no branch is known. */
export const READER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone that all branches of the person signed in share; the reader's own where there is none. */
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

/** Lets calls go out under a token whose session fields are still being asked for. */
export function tryCredentials(credentials: Credentials | undefined): void {
  pending = credentials
}

/** Token and session id that a call carries now. */
export function credentialsNow(): Credentials | undefined {
  return state.fields ?? pending
}

/** The server said that these credentials are over; an answer to an earlier session's call ends nothing. */
export function sessionWasEnded(credentials: Credentials, why: ErrorBody): void {
  if (credentials.token !== credentialsNow()?.token) return
  if (isHolding) heldEnd = why
  else onEnded(why)
}

/**
 * While `run` asks for a new session the end of the old one is not acted upon; where none comes of it, it is then.
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

/** Asks for the session anew, as the server judges the person by other rights. Throws where it cannot be asked. */
export function renewRights(): Promise<void> {
  return onRights()
}

/** Says what is to be done when the person's rights changed. */
export function whenRightsChange(run: () => Promise<void>): void {
  onRights = run
}

/** Says what is to be done when the server ends the session. */
export function whenSessionEnds(run: (why: ErrorBody) => void): void {
  onEnded = run
}
