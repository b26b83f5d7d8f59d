import {
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Assertion, CreationOptions, NewCredential, RequestOptions } from '#contract/kernel/passkey.ts'
import type { RelyingParty } from '#domain/access/relying-party.ts'

const TIMEOUT_MS = 5 * 60_000
const PRODUCT = 'Readroom'

/** ECDSA P-256 and RSA (Windows Hello), which all browsers support. */
const ALGORITHMS = [-7, -257]

/** A passkey in the form sent to browsers. */
export interface KnownCredential {
  credentialId: Uint8Array
  transports: readonly string[]
}

/** The stored data to verify a passkey's responses. */
export interface StoredCredential extends KnownCredential {
  publicKey: Uint8Array
  counter: number
  rpId: string
}

/** A new passkey after verification. */
export type MadeCredential = NonNullable<VerifiedRegistrationResponse['registrationInfo']>

/** Returns what a browser needs to create a passkey for this person. The user handle is the person's id. */
export function creationOptions(
  place: RelyingParty,
  challenge: string,
  user: { id: string; username: string; name: string },
  known: readonly KnownCredential[],
): CreationOptions {
  return {
    challenge,
    rp: { id: place.rpId, name: PRODUCT },
    user: { id: userHandleOf(user.id), name: user.username, displayName: user.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    attestation: 'none',
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    extensions: { prf: {} },
  }
}

/**
 * Returns what a browser needs to request one of these passkeys or, without any, all that it finds for this address.
 */
export function requestOptions(
  rpId: string,
  challenge: string,
  known: readonly KnownCredential[] = [],
): RequestOptions {
  return {
    challenge,
    rpId,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: known.map(descriptorOf),
  }
}

/** Verifies a new passkey; returns undefined if it does not match the request. */
export async function verifyNewCredential(
  credential: NewCredential,
  challenge: string,
  place: RelyingParty,
): Promise<MadeCredential | undefined> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return verified ? registrationInfo : undefined
  } catch {
    return undefined
  }
}

/** The data from a verified response. */
export interface CheckedAnswer {
  counter: number
  isBackedUp: boolean
}

/**
 * Verifies a passkey's response to `challenge`: its signature, the page, the domain name that the passkey was made
 * for, the user verification, and that its counter increased. Returns undefined if anything is wrong.
 */
export async function verifyAssertion(
  { response, ...assertion }: Assertion,
  challenge: string,
  place: RelyingParty,
  stored: StoredCredential,
): Promise<CheckedAnswer | undefined> {
  if (stored.rpId !== place.rpId) return undefined
  const { userHandle, ...answer } = response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: { ...answer, ...(userHandle && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.rpId,
      requireUserVerification: true,
      credential: {
        id: Buffer.from(stored.credentialId).toString('base64url'),
        publicKey: Uint8Array.from(stored.publicKey),
        counter: stored.counter,
      },
    })
    if (!verified) return undefined
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp }
  } catch {
    return undefined
  }
}

/** Returns a person's user handle: the 16 bytes of the id, base64url. */
export const userHandleOf = (userId: string): string =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

const descriptorOf = ({ credentialId, transports }: KnownCredential) => ({
  id: Buffer.from(credentialId).toString('base64url'),
  type: 'public-key' as const,
  transports: [...transports],
})
