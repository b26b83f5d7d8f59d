import { type PasskeyItem, passkeyCalls } from '#contract/calls/passkeys.ts'
import type { InputOf } from '#contract/kernel/define-call.ts'
import { callApi } from '../api/call-api.ts'

/** Proof of the user's presence: the password, or a passkey's answer. */
export type PasskeyProof = InputOf<typeof passkeyCalls.registerOptions>

// The authenticator code is loaded on first use of a passkey.
const authenticator = () => import('./authenticator.ts')

/**
 * Creates a passkey on this device or a security key and registers it under `name`. Throws like callApi,
 * PasskeyCancelledError, PasskeyKnownError.
 */
export async function registerPasskey(name: string, proof: PasskeyProof): Promise<PasskeyItem> {
  const { result: options } = await callApi(passkeyCalls.registerOptions, proof)
  const credential = await (await authenticator()).makePasskey(options)
  return (await callApi(passkeyCalls.register, { name, credential })).result
}

/** Proves the user's presence with one of their passkeys. Throws like callApi, PasskeyCancelledError. */
export async function provePasskey(): Promise<PasskeyProof> {
  const { result: options } = await callApi(passkeyCalls.askOptions, {})
  return { assertion: await (await authenticator()).askPasskey(options) }
}
