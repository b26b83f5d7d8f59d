import { passwordCalls } from '#contract/calls/profile.ts'
import { isPatient } from '#domain/access/rules.ts'
import { ApiError, callApi } from '../api/call-api.ts'
import { currentSession } from './session-state.ts'

/** The fields of the change-password form. */
export interface PasswordChange {
  current_password: string
  new_password: string
  confirm_password: string
}

/**
 * Changes the user's password, on the server and for this device. The device is prepared first: whichever answer is
 * lost, the vault opens with the password that the server accepts. The device signs with a new key from then on.
 * Returns the server's message; throws like callApi, and WrongPasswordError if the current password is wrong.
 */
export async function changePassword(input: PasswordChange): Promise<string> {
  const session = currentSession()
  const vault = session && !isPatient(session) ? await import('./vault/vault.ts') : undefined
  await vault?.prepareNextPassword(input.current_password, input.new_password)
  try {
    const { message } = await callApi(passwordCalls.changePassword, input)
    await vault?.renewSigner(input.new_password)
    return message
  } catch (problem) {
    // Only a refusal is certain; after a lost answer either password may be valid.
    if (problem instanceof ApiError && problem.status < 500) await vault?.forgetNextPassword()
    throw problem
  }
}
