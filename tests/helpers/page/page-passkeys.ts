import { createHash, createHmac, randomBytes } from 'node:crypto'
import { vi } from 'vitest'
import { makeSoftwarePasskey } from '../device/software-passkey.ts'

/** A passkey of a page's person: it signs challenges and computes secrets (WebAuthn PRF). */
export interface PagePasskey {
  /** base64url */
  credentialId: string
  assert: (challenge: Uint8Array) => { authenticatorData: Buffer; clientDataJSON: Buffer; signature: Buffer }
  secretOf: (salt: Uint8Array) => Uint8Array<ArrayBuffer>
}

/** The site of the tests' pages. */
const SITE = { rpId: 'localhost', origin: 'http://localhost' }

/** Makes a passkey of this page's site; `id` makes one that claims to be another. */
export function makePagePasskey(id?: string): PagePasskey {
  const passkey = makeSoftwarePasskey(id === undefined ? undefined : Buffer.from(id, 'base64url'))
  const seed = randomBytes(32)
  return {
    credentialId: passkey.id,
    assert: (challenge) => {
      const answer = passkey.get({ ...SITE, challenge: Buffer.from(challenge).toString('base64url') })
      const { authenticatorData, clientDataJSON, signature } = answer.response as Record<string, string>
      const bytes = (text = '') => Buffer.from(text, 'base64url')
      return {
        authenticatorData: bytes(authenticatorData),
        clientDataJSON: bytes(clientDataJSON),
        signature: bytes(signature),
      }
    },
    secretOf: (salt) => {
      const asked = createHash('sha256').update('WebAuthn PRF\0').update(salt).digest()
      return new Uint8Array(createHmac('sha256', seed).update(asked).digest())
    },
  }
}

/** The responses of the browser's passkey dialog in a test. */
export interface PagePasskeys {
  /** The requests, in order. */
  asked: PublicKeyCredentialRequestOptions[]
  /** Makes the next requests fail with this error. */
  refuseWith: (error: Error | undefined) => void
}

class FakeCredential {
  rawId: ArrayBuffer
  response: unknown
  private readonly results: unknown
  constructor(rawId: ArrayBuffer, response: unknown, results: unknown) {
    this.rawId = rawId
    this.response = response
    this.results = results
  }
  getClientExtensionResults() {
    return this.results
  }
}

const bufferOf = (bytes: Uint8Array) => new Uint8Array(bytes).buffer

/**
 * Gives the page's person passkeys: the first one that a request allows responds at once. `hasPrf` false: an
 * authenticator or browser that computes no secrets.
 */
export function withPasskeys(
  passkeys: readonly PagePasskey[],
  { hasPrf = true }: { hasPrf?: boolean } = {},
): PagePasskeys {
  const asked: PublicKeyCredentialRequestOptions[] = []
  let refusal: Error | undefined
  const get = async ({ publicKey }: CredentialRequestOptions) => {
    if (!publicKey) return null
    asked.push(publicKey)
    if (refusal) throw refusal
    const allowed = new Set(
      publicKey.allowCredentials?.map(({ id }) => Buffer.from(id as Uint8Array).toString('base64url')),
    )
    const passkey = passkeys.find(({ credentialId }) => allowed.has(credentialId))
    if (!passkey) throw new DOMException('not at hand', 'NotAllowedError')
    const parts = passkey.assert(publicKey.challenge as Uint8Array)
    const salt = publicKey.extensions?.prf?.evalByCredential?.[passkey.credentialId]?.first
    const first = hasPrf && salt ? bufferOf(passkey.secretOf(salt as Uint8Array)) : undefined
    return new FakeCredential(
      bufferOf(Buffer.from(passkey.credentialId, 'base64url')),
      {
        authenticatorData: bufferOf(parts.authenticatorData),
        clientDataJSON: bufferOf(parts.clientDataJSON),
        signature: bufferOf(parts.signature),
      },
      { prf: first ? { results: { first } } : {} },
    )
  }
  vi.stubGlobal('PublicKeyCredential', FakeCredential)
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } })
  return {
    asked,
    refuseWith: (error) => {
      refusal = error
    },
  }
}
