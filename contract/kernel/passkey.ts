import * as z from 'zod/mini'
import { text } from './fields.ts'

// An attestation object may include a chain of certificates, although none is requested.
const Base64Url = z.string().check(z.regex(/^[A-Za-z0-9_-]+$/, 'must be base64url'), z.maxLength(16_000))
const CredentialId = z.string().check(z.regex(/^[A-Za-z0-9_-]+$/, 'must be base64url'), z.maxLength(1_400))

const Credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
}

/** A new passkey in the format of @simplewebauthn/browser; unused fields are dropped. */
export const NewCredential = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.optional(z.array(text(40)).check(z.maxLength(10))),
  }),
  /** Only whether the PRF extension is enabled; its secrets never leave the device. */
  clientExtensionResults: z.object({ prf: z.optional(z.object({ enabled: z.optional(z.boolean()) })) }),
})
export type NewCredential = z.output<typeof NewCredential>

/** What a passkey returns for a challenge. */
export const Assertion = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: z.optional(z.nullable(Base64Url)),
  }),
})
export type Assertion = z.output<typeof Assertion>

const Descriptor = z.object({
  id: CredentialId,
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** The browser's options for creating a passkey (PublicKeyCredentialCreationOptionsJSON). */
export const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  /** The person's passkeys: an authenticator must hold at most one of them. */
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('required'),
  }),
  extensions: z.object({ prf: z.object({}) }),
})
export type CreationOptions = z.output<typeof CreationOptions>

/** The browser's options for requesting a passkey (PublicKeyCredentialRequestOptionsJSON). */
export const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** Empty: the person chooses from the passkeys that their authenticators hold for this address. */
  allowCredentials: z.array(Descriptor),
})
export type RequestOptions = z.output<typeof RequestOptions>
