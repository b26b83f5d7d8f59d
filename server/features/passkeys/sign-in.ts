import type { passkeySignInCalls } from '#contract/calls/passkey-sign-in.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Assertion } from '#contract/kernel/passkey.ts'
import type { RelyingParty } from '#domain/access/relying-party.ts'
import type { HandlersFor, PublicContext } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { beginSession, demandDeviceInUse } from '../auth/public/begin-session.ts'
import type { FindWays } from '../auth/public/code-ways.ts'
import { noteFailedSignIn } from '../auth/public/failed-sign-in.ts'
import { sendCode } from '../auth/public/one-time-code.ts'
import { tellOfSafety } from '../auth/public/safety-letter.ts'
import { actOf, ownerOf, type SignInDeps } from '../auth/public/sign-in-deps.ts'
import { findReceiver, type UserKey } from '../auth/public/store.ts'
import { admitTry, forgive } from '../auth/public/throttle.ts'
import { keepPasskey } from './handlers.ts'
import { demandRelyingParty } from './proof.ts'
import { challengeOf, findChallenge, makeChallenge, takeChallenge } from './public/challenges.ts'
import { requestOptions, userHandleOf, verifyAssertion, verifyNewCredential } from './public/verify.ts'
import { findCodeHash, keepCodes, makeCodes, matchCode, useCode } from './recovery.ts'
import { findCredentials, findOwner, listPasskeys, notePasskeyUse } from './store.ts'
import { findTerms } from './terms.ts'

const LATE = 'This took too long. Sign in again.'

const wrong = () =>
  new Refusal('sign_in_failed', 'None of your passkeys was accepted, or it came too late. Try again.')

/** Handlers of contract/calls/passkey-sign-in. */
export const createPasskeySignInHandlers = (
  deps: SignInDeps,
  ways: FindWays,
): HandlersFor<typeof passkeySignInCalls> => ({
  options: async (_, ctx) => {
    const { rpId } = demandRelyingParty(ctx.origin)
    await admitTry(ctx, 'passkey options')
    const challenge = await ctx.entry((tx) => makeChallenge(tx, 'sign_in', undefined, ctx.now))
    return { result: requestOptions(rpId, challenge) }
  },
  login: async ({ assertion, device_id }, ctx) => {
    const { user, isAlone, deviceId } = await demandAnswer(deps, ctx, assertion, device_id)
    await demandDeviceInUse(ctx, user, deviceId)
    const by = isAlone ? 'passkey' : 'password_and_passkey'
    const begun = await beginSession(ctx, user, deviceId, 'sign_in', { by })
    return isAlone ? { ...begun, ...(await nameAndProof(deps, ctx, user, begun.result.session_id)) } : begun
  },
  registerFirst: async ({ name, credential }, ctx) => {
    const place = demandRelyingParty(ctx.origin)
    const challenge = challengeOf(credential.response.clientDataJSON, 'credential')
    const holder = await ctx.entry((tx) => takeChallenge(tx, 'first_passkey', challenge, ctx.now))
    const user = userOf(holder)
    const made = user && (await verifyNewCredential(credential, challenge, place))
    if (!user || !made)
      throw invalid({ credential: 'is not the passkey that was asked for, or came too late' })
    await demandDeviceInUse(ctx, user, holder?.deviceId)
    const recovery = await makeCodes()
    const owner = ownerOf(user)
    await deps.tenant(owner.clientId, async (work) => {
      // Locks the user: if two people with the password come at once, the second must prove the identity by the first
      // one's passkey.
      await work.tx
        .selectFrom('app_user')
        .select('id')
        .where('client_id', '=', owner.clientId)
        .where('id', '=', owner.userId)
        .forUpdate()
        .execute()
      if ((await listPasskeys(work.tx, owner)).length > 0) throw new Refusal('refused', LATE)
      await keepPasskey(actOf(work, owner), owner, place, { name, credential, made })
      await keepCodes(work.tx, owner, recovery, work.now)
    })
    const begun = await beginSession(ctx, user, holder?.deviceId, 'sign_in', { by: 'password_and_passkey' })
    return { ...begun, recovery_codes: recovery.codes }
  },
  recover: async ({ passkey_token, code }, ctx) => {
    const holder = await ctx.entry((tx) => findChallenge(tx, 'second_factor', passkey_token, ctx.now))
    const user = userOf(holder)
    if (!user) throw new Refusal('sign_in_failed', LATE)
    await admitTry(ctx, `recovery of ${user.user_id}`)
    const owner = ownerOf(user)
    const found = await matchCode(
      (place) => deps.tenant(owner.clientId, ({ tx }) => findCodeHash(tx, owner, place)),
      code,
    )
    if (!found) {
      await noteFailedSignIn(deps, ctx, user, 'recovery_failed')
      throw new Refusal('sign_in_failed', 'This is not one of your recovery codes, or it has been used.')
    }
    await demandDeviceInUse(ctx, user, holder?.deviceId)
    const isTaken = await ctx.entry((tx) => takeChallenge(tx, 'second_factor', passkey_token, ctx.now))
    if (!isTaken) throw new Refusal('sign_in_failed', LATE)
    await deps.tenant(owner.clientId, async (work) => {
      if (!(await useCode(work.tx, owner, found, work.now))) throw wrong()
      const act = actOf(work, owner)
      await act.audit('recovery_code_used', 'user', owner.userId, { place: found.place })
      await tellOfSafety(act, 'recovery_code_used', owner)
    })
    await forgive(ctx, `recovery of ${user.user_id}`)
    return beginSession(ctx, user, holder?.deviceId, 'sign_in', { by: 'recovery_code' })
  },
  codeInstead: async ({ passkey_token }, ctx) => {
    const holder = await ctx.entry((tx) => takeChallenge(tx, 'second_factor', passkey_token, ctx.now))
    const user = userOf(holder)
    if (!user) throw new Refusal('sign_in_failed', LATE)
    const owner = ownerOf(user)
    const receiver = await deps.tenant(owner.clientId, async ({ tx }) => {
      const { isRequired } = await findTerms(tx, owner)
      return isRequired ? undefined : findReceiver(tx, user)
    })
    if (!receiver) throw new Refusal('refused', 'Your administrator asks for a passkey.')
    return { otp_required: 'Y', ...(await sendCode(ctx, receiver, holder?.deviceId, ways)) }
  },
})

/** Returns the owner of the passkey, and whether it was used alone or after the password. */
async function demandAnswer(
  deps: SignInDeps,
  ctx: PublicContext,
  assertion: Assertion,
  device: string | undefined,
): Promise<{ user: UserKey; isAlone: boolean; deviceId: string | undefined }> {
  const place = demandRelyingParty(ctx.origin)
  const name = `passkey ${assertion.id}`
  await admitTry(ctx, name)
  const challenge = challengeOf(assertion.response.clientDataJSON, 'assertion')
  const { holder, owner } = await ctx.entry(async (tx) => ({
    holder:
      (await takeChallenge(tx, 'second_factor', challenge, ctx.now)) ??
      (await takeChallenge(tx, 'sign_in', challenge, ctx.now)),
    owner: await findOwner(tx, Buffer.from(assertion.id, 'base64url')),
  }))
  if (!holder || !owner) throw wrong()
  const isAlone = holder.userId === undefined
  const isOwn = isAlone || (holder.userId === owner.user_id && holder.clientId === owner.client_id)
  const handle = assertion.response.userHandle ?? undefined
  // A passkey used alone must identify its owner.
  const isHandleRight = handle === userHandleOf(owner.user_id) || (handle === undefined && !isAlone)
  const user = isAlone ? owner : userOf(holder)
  const isRight = isOwn && isHandleRight && (await isAnswered(deps, owner, { assertion, challenge, place }))
  if (!user) throw wrong()
  if (!isRight) {
    await noteFailedSignIn(deps, ctx, user, 'passkey_failed')
    throw wrong()
  }
  const { rule } = await deps.tenant(user.client_id, ({ tx }) => findTerms(tx, ownerOf(user)))
  if (rule === 'Off')
    throw new Refusal('refused', 'Passkeys are switched off here. Sign in with your password.')
  await forgive(ctx, name)
  return { user, isAlone, deviceId: isAlone ? device : holder.deviceId }
}

interface Given {
  assertion: Assertion
  challenge: string
  place: RelyingParty
}

async function isAnswered(deps: SignInDeps, user: UserKey, { assertion, challenge, place }: Given) {
  const owner = ownerOf(user)
  const known = await deps.tenant(owner.clientId, ({ tx }) => findCredentials(tx, owner, place.rpId))
  const stored = known.find(
    ({ credentialId }) => Buffer.from(credentialId).toString('base64url') === assertion.id,
  )
  const answer = stored && (await verifyAssertion(assertion, challenge, place, stored))
  if (!answer) return false
  return deps.tenant(owner.clientId, ({ tx, now }) => notePasskeyUse(tx, owner, stored.id, answer, now))
}

// Returns what a device needs that has no password now: the name for its vault, and one registration of its key.
async function nameAndProof(deps: SignInDeps, ctx: PublicContext, user: UserKey, sessionId: string) {
  const owner = ownerOf(user)
  const { username } = await deps.tenant(owner.clientId, ({ tx }) => findTerms(tx, owner))
  const device_proof = await ctx.entry((tx) =>
    makeChallenge(tx, 'device_key', { ...owner, sessionId }, ctx.now),
  )
  return { username, device_proof }
}

const userOf = (holder: { clientId?: string; userId?: string } | undefined): UserKey | undefined =>
  holder?.clientId !== undefined && holder.userId !== undefined
    ? { client_id: holder.clientId, user_id: holder.userId }
    : undefined
