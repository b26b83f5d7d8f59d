import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Assertion } from '#contract/kernel/passkey.ts'
import { findRelyingParty, type RelyingParty } from '#domain/access/relying-party.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { LiveContext } from '#server/kernel/http/serve-live-calls.ts'
import { admitOwnTry, demandOwnPassword } from '../auth/public/own-password.ts'
import { challengeOf, takeChallenge } from './public/challenges.ts'
import { verifyAssertion } from './public/verify.ts'
import { findCredentials, notePasskeyUse } from './store.ts'

/** The proof that a person is at the device. */
export interface Proof {
  password?: string | undefined
  assertion?: Assertion | undefined
}

/** Returns the place for passkeys at the called address; throws if browsers do not offer passkeys there. */
export function demandRelyingParty(origin: string): RelyingParty {
  const place = findRelyingParty(origin)
  if (place) return place
  throw new Refusal(
    'refused',
    'Passkeys need a secure address (https) with a domain name. Open Readroom at such an address, or ask your administrator for one.',
  )
}

/**
 * Throws unless the caller proves to be present: by their password, or by one of their passkeys' response to a
 * challenge of this session. Counts and commits an attempt before it checks it; `forgiveOwn`, in the transaction of
 * the requested action, resets the count. Returns the passkey used.
 */
export async function demandProof(
  live: LiveContext,
  { password, assertion }: Proof,
): Promise<{ passkeyId?: string }> {
  if (password !== undefined && assertion !== undefined)
    throw invalid({ password: 'stands without an assertion' })
  if (assertion !== undefined) return { passkeyId: await demandAssertion(live, assertion) }
  if (password === undefined) throw invalid({ password: 'is required, or a passkey' })
  await demandOwnPassword(live, 'password', password)
  return {}
}

async function demandAssertion(live: LiveContext, assertion: Assertion): Promise<string> {
  await admitOwnTry(live)
  const place = demandRelyingParty(live.origin)
  const { clientId, userId, sessionId } = live.caller
  const challenge = challengeOf(assertion.response.clientDataJSON, 'assertion')
  const stored = await live.tenant(async ({ tx, now }) => {
    const holder = await takeChallenge(tx, 'confirm', challenge, now)
    if (holder?.userId !== userId || holder.clientId !== clientId || holder.sessionId !== sessionId)
      return undefined
    const known = await findCredentials(tx, { clientId, userId }, place.rpId)
    return known.find(({ credentialId }) => Buffer.from(credentialId).toString('base64url') === assertion.id)
  })
  const answer = stored && (await verifyAssertion(assertion, challenge, place, stored))
  const isNoted =
    answer &&
    (await live.tenant(({ tx, now }) => notePasskeyUse(tx, { clientId, userId }, stored.id, answer, now)))
  if (!isNoted) throw invalid({ assertion: 'is not from one of your passkeys, or came too late' })
  return stored.id
}
