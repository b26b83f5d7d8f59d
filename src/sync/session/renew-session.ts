import { authCalls } from '#contract/calls/auth.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { ApiError, callApi } from '../api/call-api.ts'
import { holdEnds } from './session-state.ts'
import type { KeptSession } from './vault/vault-secret.ts'

/**
 * After an unlock the server may have ended the session long ago. Then this signs in again with the password that was
 * just typed, so that nobody types it twice. Returns the new session, undefined if the old one is still valid or the
 * server cannot be reached; if it asks for more than a password (picture, code), the session ends as it would have.
 */
export async function renewSession(kept: KeptSession, password: string): Promise<SessionFields | undefined> {
  const { username } = kept
  if (username === undefined) return undefined
  return holdEnds(async () => {
    if (await isGoingOn()) return undefined
    // Not with the databases, which the sign-in page does not carry.
    const { findOrMintDeviceId } = await import('#src/db/device-id.ts')
    const device_id = await findOrMintDeviceId()
    const answer = await callApi(authCalls.login, { username, password, device_id }).catch(() => undefined)
    return answer?.result
  })
}

async function isGoingOn(): Promise<boolean> {
  try {
    await callApi(authCalls.getModules, {})
    return true
  } catch (error) {
    return !(error instanceof ApiError && error.code === 'signed_out')
  }
}
