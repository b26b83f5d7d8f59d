import { v7 as uuidv7 } from 'uuid'
import type { PasskeyItem, passkeyCalls } from '#contract/calls/passkeys.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { NewCredential } from '#contract/kernel/passkey.ts'
import { findRelyingParty, type RelyingParty } from '#domain/access/relying-party.ts'
import type { Caller, Context, Tx } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { LiveContext, LiveHandlersFor } from '#server/kernel/http/serve-live-calls.ts'
import { forgiveOwn } from '../auth/public/own-password.ts'
import type { AccountOwner } from '../auth/public/sign-in-deps.ts'
import { demandProof, demandRelyingParty } from './proof.ts'
import { challengeOf, makeChallenge, takeChallenge } from './public/challenges.ts'
import { creationOptions, type MadeCredential, requestOptions, verifyNewCredential } from './public/verify.ts'
import { countCodes, keepCodes, makeCodes } from './recovery.ts'
import { endPasskey, findCredentials, listPasskeys, namePasskey, putPasskey } from './store.ts'
import { tellOfPasskey } from './tell.ts'
import { findTerms } from './terms.ts'

/** Handlers of contract/calls/passkeys. */
export const passkeyHandlers: LiveHandlersFor<typeof passkeyCalls> = {
  list: async (_, live) => {
    const owner = demandOwner(live.caller)
    const rp_id = findRelyingParty(live.origin)?.rpId ?? ''
    const result = await live.tenant(async ({ tx }) => {
      const { rule, isRequired } = await findTerms(tx, owner)
      const passkeys = await listPasskeys(tx, owner)
      const recovery_codes_left = await countCodes(tx, owner)
      return { passkeys, rp_id, is_offered: rule !== 'Off', is_required: isRequired, recovery_codes_left }
    })
    return { result }
  },
  askOptions: async (_, live) => {
    const owner = demandOwner(live.caller)
    const { rpId } = demandRelyingParty(live.origin)
    const result = await live.tenant(async ({ tx, caller: { sessionId }, now }) => {
      const known = await findCredentials(tx, owner, rpId)
      if (known.length === 0) throw new Refusal('refused', 'You have no passkey for this address.')
      return requestOptions(rpId, await makeChallenge(tx, 'confirm', { ...owner, sessionId }, now), known)
    })
    return { result }
  },
  registerOptions: async (proof, live) => {
    const owner = demandOwner(live.caller)
    const place = demandRelyingParty(live.origin)
    await live.tenant(({ tx }) => demandOffered(tx, owner))
    await demandProof(live, proof)
    const result = await live.tenant(async (ctx) => {
      await forgiveOwn(ctx)
      return offerRegistration(ctx, owner, place)
    })
    return { result }
  },
  register: async ({ name, credential }, live) => {
    const owner = demandOwner(live.caller)
    const place = demandRelyingParty(live.origin)
    const made = await demandAsked(live, credential, place)
    const result = await live.tenant((ctx) => keepPasskey(ctx, owner, place, { name, credential, made }))
    return { result }
  },
  rename: async ({ id, name }, live) => {
    const owner = demandOwner(live.caller)
    const result = await live.tenant(async (ctx) => {
      const renamed = await namePasskey(ctx.tx, owner, id, demandName(name))
      if (!renamed) throw new Refusal('not_found')
      await ctx.audit('rename', 'passkey', id)
      return renamed
    })
    return { result }
  },
  remove: async ({ id, ...proof }, live) => {
    const owner = demandOwner(live.caller)
    await demandProof(live, proof)
    await live.tenant(async (ctx) => {
      await forgiveOwn(ctx)
      if (!(await endPasskey(ctx.tx, owner, id, owner.userId, ctx.now))) throw new Refusal('not_found')
      await ctx.audit('passkey_removed', 'passkey', id)
      await tellOfPasskey(ctx, 'passkey_removed', owner, id)
    })
    return { message: 'The passkey was removed.' }
  },
  recoveryCodes: async (proof, live) => {
    const owner = demandOwner(live.caller)
    await demandProof(live, proof)
    const made = await makeCodes()
    await live.tenant(async (ctx) => {
      await forgiveOwn(ctx)
      await keepCodes(ctx.tx, owner, made, ctx.now)
      await ctx.audit('recovery_codes_made', 'user', owner.userId)
    })
    return { result: made.codes }
  },
}

async function demandOffered(tx: Tx, owner: AccountOwner): Promise<void> {
  const { rule } = await findTerms(tx, owner)
  if (rule === 'Off') throw new Refusal('refused', 'Your administrator has switched passkeys off.')
}

/** Patients sign in by links and have no passkeys. */
export function demandOwner({ clientId, userId, userType }: Caller): AccountOwner {
  if (userType === 'PATIENT') throw new Refusal('not_permitted')
  return { clientId, userId }
}

function demandName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw invalid({ name: 'is required' })
  return trimmed
}

async function offerRegistration({ tx, caller, now }: Context, owner: AccountOwner, place: RelyingParty) {
  const { username, name } = await tx
    .selectFrom('app_user')
    .select(['username', 'name'])
    .where('client_id', '=', owner.clientId)
    .where('id', '=', owner.userId)
    .executeTakeFirstOrThrow()
  const challenge = await makeChallenge(tx, 'register', { ...owner, sessionId: caller.sessionId }, now)
  const known = await findCredentials(tx, owner, place.rpId)
  return creationOptions(place, challenge, { id: owner.userId, username, name }, known)
}

// The challenge was created for this session after a proof of identity, so its response comes from the same person.
async function demandAsked(
  live: LiveContext,
  credential: NewCredential,
  place: RelyingParty,
): Promise<MadeCredential> {
  const { clientId, userId, sessionId } = live.caller
  const challenge = challengeOf(credential.response.clientDataJSON, 'credential')
  const holder = await live.tenant(({ tx, now }) => takeChallenge(tx, 'register', challenge, now))
  const isOwn = holder?.clientId === clientId && holder.userId === userId && holder.sessionId === sessionId
  const made = isOwn ? await verifyNewCredential(credential, challenge, place) : undefined
  if (!made) throw invalid({ credential: 'is not the passkey that was asked for, or came too late' })
  return made
}

/** The passkey that a person registers. */
export interface Registration {
  name: string
  credential: NewCredential
  made: MadeCredential
}

/** Stores a checked passkey and notifies its owner; throws if the credential already belongs to somebody. */
export async function keepPasskey(
  ctx: Pick<Context, 'tx' | 'now' | 'audit' | 'changed' | 'addJob'>,
  owner: AccountOwner,
  { rpId }: RelyingParty,
  { name, credential, made }: Registration,
): Promise<PasskeyItem> {
  const kept = await putPasskey(
    ctx.tx,
    owner,
    {
      id: uuidv7(),
      credentialId: Buffer.from(made.credential.id, 'base64url'),
      publicKey: made.credential.publicKey,
      rpId,
      counter: made.credential.counter,
      transports: credential.response.transports ?? [],
      name: demandName(name),
      hasPrf: credential.clientExtensionResults.prf?.enabled === true,
      isBackupEligible: made.credentialDeviceType === 'multiDevice',
      isBackedUp: made.credentialBackedUp,
    },
    ctx.now,
  )
  if (!kept) throw new Refusal('refused', 'This passkey is already registered.')
  await ctx.audit('passkey_added', 'passkey', kept.id)
  await tellOfPasskey(ctx, 'passkey_added', owner, kept.id)
  return kept
}
