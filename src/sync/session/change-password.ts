import { passwordCalls } from '#contract/calls/profile.ts'
import { isPatient } from '#domain/access/rules.ts'
import { ApiError, callApi } from '../api/call-api.ts'
import { currentSession } from './session-state.ts'

/** What the form of a new password holds. */
export interface PasswordChange {
  current_password: string
  new_password: string
  confirm_password: string
}

/**
 * Changes the own password, at the server and for what is on this device. The device is prepared first: whichever of
 * the two answers is lost, the vault opens by the password that the server takes. The device signs with a new key from
 * then on. Returns the server's words; throws like callApi, and WrongPasswordError where the present password is not it.
 */
export async function changePassword(input: PasswordChange): Promise<string> {
  const session = currentSession()
  const vault = session && !isPatient(session) ? await import('./vault.ts') : undefined
  await vault?.prepareNextPassword(input.current_password, input.new_password)
  try {
    const { message } = await callApi(passwordCalls.changePassword, input)
    await vault?.renewSigner(input.new_password)
    return message
  } catch (problem) {
    // Only a refusal is certain; after a lost answer either password may be the one.
    if (problem instanceof ApiError && problem.status < 500) await vault?.forgetNextPassword()
    throw problem
  }
}
