import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { Assertion, CreationOptions, NewCredential, RequestOptions } from '#contract/kernel/passkey.ts'
import { PasskeyCancelledError, PasskeyKnownError } from './passkey-errors.ts'

/** What a passkey answered, with the secret that it derived where it was asked for one. */
export interface PasskeyAnswer {
  assertion: Assertion
  /** 32 bytes by the PRF extension over the salt; it never leaves the device. */
  secret: Uint8Array<ArrayBuffer> | undefined
}

/**
 * Has an authenticator make a passkey. Throws PasskeyCancelledError where the person did not, and PasskeyKnownError where
 * the authenticator holds one of theirs already.
 */
export async function makePasskey(options: CreationOptions): Promise<NewCredential> {
  const { id, rawId, response, clientExtensionResults } = await startRegistration({
    optionsJSON: options,
  }).catch(explain)
  const { clientDataJSON, attestationObject, transports } = response
  const { prf } = clientExtensionResults as { prf?: { enabled?: boolean } }
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
    clientExtensionResults: prf?.enabled === undefined ? {} : { prf: { enabled: prf.enabled } },
  }
}

/**
 * Asks a passkey to answer a challenge; `salt` has it derive a secret as well. Throws PasskeyCancelledError where the person
 * did not let it.
 */
export async function askPasskey(
  options: RequestOptions,
  salt?: Uint8Array<ArrayBuffer>,
): Promise<PasskeyAnswer> {
  const extensions = salt && { prf: { eval: { first: salt } } }
  const { id, rawId, response, clientExtensionResults } = await startAuthentication({
    optionsJSON: { ...options, ...(extensions && { extensions }) } as Parameters<
      typeof startAuthentication
    >[0]['optionsJSON'],
  }).catch(explain)
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const { prf } = clientExtensionResults as { prf?: { results?: { first?: BufferSource } } }
  const first = prf?.results?.first
  return {
    assertion: {
      id,
      rawId,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
    },
    secret: first && bytesOf(first),
  }
}

const bytesOf = (source: BufferSource): Uint8Array<ArrayBuffer> =>
  source instanceof ArrayBuffer
    ? new Uint8Array(source.slice(0))
    : new Uint8Array(
        source.buffer.slice(source.byteOffset, source.byteOffset + source.byteLength) as ArrayBuffer,
      )

function explain(problem: unknown): never {
  if (problem instanceof WebAuthnError && problem.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    throw new PasskeyKnownError()
  const cause = problem instanceof WebAuthnError ? problem.cause : problem
  // Browsers tell a dialog that was closed, one that ran out and a missing passkey alike.
  if (cause instanceof Error && (cause.name === 'NotAllowedError' || cause.name === 'AbortError'))
    throw new PasskeyCancelledError()
  throw problem
}
