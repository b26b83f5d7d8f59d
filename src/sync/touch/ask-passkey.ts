import { fromBase64Url, toBase64Url } from '#contract/kernel/base64.ts'
import type { Assertion } from '#contract/kernel/passkey.ts'
import { TouchError } from './touch-error.ts'

/** How long the user has to touch, in milliseconds. */
const PATIENCE_MS = 90_000
const CHALLENGE_BYTES = 32

/** A passkey that may be used. */
export interface AskedPasskey {
  /** base64url */
  credentialId: string
  transports?: readonly string[]
}

export interface PasskeyQuestion {
  passkeys: readonly AskedPasskey[]
  /** The domain of the passkeys; defaults to the page's own. */
  rpId?: string | undefined
  signal?: AbortSignal | undefined
}

/** Whether this browser supports passkeys at all. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** Asks one of the passkeys to sign `challenge`, confirmed by the user's finger or PIN. Throws TouchError. */
export async function askAssertion(
  question: PasskeyQuestion,
  challenge: Uint8Array<ArrayBuffer>,
): Promise<Assertion> {
  const credential = await ask(question, { challenge })
  const { authenticatorData, clientDataJSON, signature } =
    credential.response as AuthenticatorAssertionResponse
  const id = textOf(credential.rawId)
  return {
    id,
    rawId: id,
    type: 'public-key',
    response: {
      authenticatorData: textOf(authenticatorData),
      clientDataJSON: textOf(clientDataJSON),
      signature: textOf(signature),
    },
  }
}

/**
 * Asks one of the passkeys for the secret of its salt (WebAuthn PRF); `salts` by credential id. Does not involve the
 * server: the challenge is random and not checked. Throws TouchError.
 */
export async function askSecret(
  question: PasskeyQuestion,
  salts: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Promise<{ credentialId: string; secret: Uint8Array<ArrayBuffer> }> {
  const evalByCredential = Object.fromEntries([...salts].map(([id, first]) => [id, { first }]))
  const challenge = crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES))
  const credential = await ask(question, { challenge, extensions: { prf: { evalByCredential } } })
  const secret = credential.getClientExtensionResults().prf?.results?.first
  if (secret === undefined) throw new TouchError('no_prf')
  const bytes = secret instanceof ArrayBuffer ? new Uint8Array(secret) : bytesOf(secret)
  return { credentialId: textOf(credential.rawId), secret: bytes }
}

const textOf = (buffer: ArrayBuffer) => toBase64Url(new Uint8Array(buffer))

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength)

async function ask(
  { passkeys, rpId, signal }: PasskeyQuestion,
  wanted: Pick<PublicKeyCredentialRequestOptions, 'challenge' | 'extensions'>,
): Promise<PublicKeyCredential> {
  if (!knowsPasskeys()) throw new TouchError('unsupported')
  if (passkeys.length === 0) throw new TouchError('none')
  const allowCredentials = passkeys.map(({ credentialId, transports = [] }) => ({
    type: 'public-key' as const,
    id: fromBase64Url(credentialId),
    ...(transports.length > 0 && { transports: [...transports] as AuthenticatorTransport[] }),
  }))
  try {
    const found = await navigator.credentials.get({
      publicKey: {
        ...wanted,
        allowCredentials,
        userVerification: 'required',
        timeout: PATIENCE_MS,
        ...(rpId !== undefined && { rpId }),
      },
      ...(signal && { signal }),
    })
    if (!(found instanceof PublicKeyCredential)) throw new TouchError('cancelled')
    return found
  } catch (error) {
    throw problemOf(error)
  }
}

// Browsers report "cancelled", "not available" and "timed out" alike, so that pages cannot learn a user's passkeys.
function problemOf(error: unknown): TouchError {
  if (error instanceof TouchError) return error
  const name = error instanceof DOMException ? error.name : ''
  return new TouchError(
    name === 'SecurityError' || name === 'NotSupportedError' ? 'unsupported' : 'cancelled',
  )
}
