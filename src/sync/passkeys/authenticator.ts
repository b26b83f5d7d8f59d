import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { Assertion, CreationOptions, NewCredential, RequestOptions } from '#contract/kernel/passkey.ts'
import { PasskeyCancelledError, PasskeyKnownError } from './passkey-errors.ts'

/**
 * Creates a passkey in an authenticator. Throws PasskeyCancelledError if the user did not, and PasskeyKnownError if the
 * authenticator already has one of theirs.
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

/** Asks a passkey to answer a challenge. Throws PasskeyCancelledError if the user did not allow it. */
export async function askPasskey(options: RequestOptions): Promise<Assertion> {
  const { allowCredentials } = options
  const { id, rawId, response } = await startAuthentication({
    optionsJSON: {
      ...options,
      allowCredentials: allowCredentials.map(({ transports, ...one }) => ({
        ...one,
        transports: transports as AuthenticatorTransport[],
      })),
    },
  }).catch(explain)
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  }
}

function explain(problem: unknown): never {
  if (problem instanceof WebAuthnError && problem.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    throw new PasskeyKnownError()
  const cause = problem instanceof WebAuthnError ? problem.cause : problem
  // Browsers report a closed dialog, a timeout and a missing passkey alike.
  if (cause instanceof Error && (cause.name === 'NotAllowedError' || cause.name === 'AbortError'))
    throw new PasskeyCancelledError()
  throw problem
}
