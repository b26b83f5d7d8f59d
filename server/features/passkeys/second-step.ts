import type * as z from 'zod/mini'
import type { SignInAnswer } from '#contract/calls/auth.ts'
import { findRelyingParty, type RelyingParty } from '#domain/access/relying-party.ts'
import type { PublicContext } from '#server/kernel/context.ts'
import type { HalfDone } from '../auth/public/second-steps.ts'
import { ownerOf, type SignInDeps } from '../auth/public/sign-in-deps.ts'
import type { UserKey } from '../auth/public/store.ts'
import { makeChallenge } from './public/challenges.ts'
import { creationOptions, requestOptions } from './public/verify.ts'
import { findCredentials, listPasskeys } from './store.ts'
import { findTerms, type PasskeyTerms } from './terms.ts'

type Answer = z.output<typeof SignInAnswer>

const NO_PLACE =
  'Your administrator asks for a passkey, and this address cannot have one: it needs https and a domain name. Ask for such an address.'

const elsewhere = (rpId: string) =>
  `Your passkeys work at ${rpId} only. Open Readroom there, or use a recovery code.`

/**
 * Returns the next step after a right password: the person's passkey (instead of a required code), or the
 * registration of the passkey that the client requires. Returns undefined if neither is needed. A person with a
 * required passkey needs it at every address; one without is asked to register one where browsers support it.
 */
export async function findPasskeyStep(
  deps: SignInDeps,
  ctx: PublicContext,
  { user, deviceId, needsCode }: HalfDone,
): Promise<Answer | undefined> {
  const owner = ownerOf(user)
  const place = findRelyingParty(ctx.origin)
  return deps.tenant(owner.clientId, async ({ tx }) => {
    const terms = await findTerms(tx, owner)
    if (terms.rule === 'Off' || !(terms.isRequired || needsCode)) return undefined
    const known = await listPasskeys(tx, owner)
    const here = place ? await findCredentials(tx, owner, place.rpId) : []
    const holder = { ...owner, deviceId }
    if (place && here.length > 0) {
      const challenge = await makeChallenge(tx, 'second_factor', holder, ctx.now)
      return {
        passkey_required: 'Y',
        passkey_token: challenge,
        passkey_options: requestOptions(place.rpId, challenge, here),
        ...(!terms.isRequired && { code_instead: 1 }),
      }
    }
    if (!terms.isRequired) return undefined
    if (known[0]) {
      const passkey_token = await makeChallenge(tx, 'second_factor', holder, ctx.now)
      return { passkey_required: 'Y', passkey_token, message: elsewhere(known[0].rp_id) }
    }
    // The code comes first: if one is required, a password alone must not be enough to register a passkey.
    if (needsCode || !place) return undefined
    const challenge = await makeChallenge(tx, 'first_passkey', holder, ctx.now)
    return firstPasskey(place, challenge, user, terms)
  })
}

/**
 * Returns a message for a person whose client requires a passkey that this address cannot have; the sign-in continues
 * without one.
 */
export async function missingPasskeyWords(
  deps: SignInDeps,
  ctx: PublicContext,
  user: UserKey,
): Promise<{ message?: string }> {
  if (findRelyingParty(ctx.origin)) return {}
  const owner = ownerOf(user)
  const { isRequired } = await deps.tenant(owner.clientId, ({ tx }) => findTerms(tx, owner))
  return isRequired ? { message: NO_PLACE } : {}
}

const firstPasskey = (
  place: RelyingParty,
  challenge: string,
  user: UserKey,
  { username, name }: PasskeyTerms,
): Answer => ({
  passkey_required: 'R',
  passkey_creation: creationOptions(place, challenge, { id: user.user_id, username, name }, []),
})
