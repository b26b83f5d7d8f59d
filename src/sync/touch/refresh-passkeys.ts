import { passkeyCalls } from '#contract/calls/passkeys.ts'
import type { WorkDatabase } from '#src/db/work-database.ts'
import { callApi } from '../api/call-api.ts'
import { currentSession } from '../session/session-state.ts'
import { findTouches, notePasskeys } from '../session/vault/touch-keys.ts'

/**
 * Gets the user's passkeys from the server and stores the list beside the vault: those removed elsewhere no longer open
 * it. Returns whether one of those did. Throws like callApi.
 */
export async function refreshPasskeys(work: WorkDatabase): Promise<boolean> {
  const person = currentSession()?.user_id
  const { result } = await callApi(passkeyCalls.list, {})
  // Somebody else may be signed in by now.
  if (person === undefined || currentSession()?.user_id !== person) return false
  const known = result.passkeys
    .filter(({ rp_id }) => rp_id === result.rp_id)
    .map(({ id, credential_id, name, transports }) => ({ id, credentialId: credential_id, name, transports }))
  return notePasskeys(work, { rpId: result.rp_id || undefined, known, at: Date.now() })
}

/** Whether this device must track removed and new passkeys: one opens the vault, or users sign by touch here. */
export async function needsPasskeys(work: WorkDatabase): Promise<boolean> {
  const rule = currentSession()?.touch_signing ?? 'Off'
  return rule !== 'Off' || (await findTouches(work)).length > 0
}
