import type { Touch } from '#contract/calls/reports.ts'
import type { CountedUse } from '#domain/report/touch-content.ts'
import type { TouchRule } from '#domain/report/touch-rule.ts'
import type { Context } from '#server/kernel/context.ts'
import { noteSigningUse } from '../passkeys/public/note-signing-use.ts'
import type { StoredCredential } from '../passkeys/public/verify.ts'
import type { CheckedTouch } from './check-touch.ts'

type CallerContext = Pick<Context, 'tx' | 'caller'>

/** A person's passkey, active or removed, with the data to verify its responses. */
export interface SigningPasskey extends StoredCredential {
  id: string
  made: Date
  removed: Date | null
  lastUsed: Date | null
}

/** Returns whether people of the caller's client sign by touch. */
export async function selectTouchRule({ tx, caller }: CallerContext): Promise<TouchRule> {
  const row = await tx
    .selectFrom('client_setting')
    .select('touch_signing')
    .where('client_id', '=', caller.clientId)
    .executeTakeFirst()
  return (row?.touch_signing ?? 'Off') as TouchRule
}

/** Returns the caller's passkey with this credential, including removed ones; undefined if it is not the caller's. */
export async function findSigningPasskey(
  { tx, caller }: CallerContext,
  credentialId: Buffer,
): Promise<SigningPasskey | undefined> {
  const row = await tx
    .selectFrom('passkey')
    .selectAll()
    .where('client_id', '=', caller.clientId)
    .where('user_id', '=', caller.userId)
    .where('credential_id', '=', credentialId)
    // Locks, so that two signatures by one passkey are checked one after the other.
    .forUpdate()
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      credentialId: row.credential_id,
      publicKey: row.public_key,
      counter: row.counter,
      transports: row.transports,
      rpId: row.rp_id,
      made: row.made,
      removed: row.removed,
      lastUsed: row.last_used,
    }
  )
}

/** Returns true if this passkey has already answered this challenge: a touch is valid for one signature only. */
export async function isUsed(
  { tx, caller }: CallerContext,
  { id }: SigningPasskey,
  challenge: Buffer,
): Promise<boolean> {
  const found = await tx
    .selectFrom('touch_signature')
    .select('id')
    .where('client_id', '=', caller.clientId)
    .where('passkey_id', '=', id)
    .where('challenge', '=', challenge)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns when a passkey was used and its counter then: its last use, and each touch. */
export async function selectUses(
  { tx, caller }: CallerContext,
  passkey: SigningPasskey,
): Promise<CountedUse[]> {
  const rows = await tx
    .selectFrom('touch_signature')
    .select(['made', 'counter'])
    .where('client_id', '=', caller.clientId)
    .where('passkey_id', '=', passkey.id)
    .where('counter', '>', 0)
    .execute()
  const touches = rows.map(({ made, counter }) => ({ at: made.getTime(), counter }))
  const { lastUsed, counter } = passkey
  // A stored touch may itself be the last use.
  const isTouch = touches.some((use) => use.counter === counter)
  return lastUsed && counter > 0 && !isTouch ? [...touches, { at: lastUsed.getTime(), counter }] : touches
}

/** Returns when a touch was made, by the server's clock, in milliseconds; its text contains the device's time. */
export const madeOfTouch = ({ skewMs = 0 }: Context, { at }: Touch): number => Date.parse(at) + skewMs

/** Stores a verified touch with its reports. */
export async function keepTouch(ctx: Context, checked: CheckedTouch): Promise<void> {
  const { act, touch, passkey, texts, signedText, challenge, counter } = checked
  const { tx, caller, now } = ctx
  const client_id = caller.clientId
  const id = crypto.randomUUID()
  const { authenticatorData, clientDataJSON, signature } = touch.assertion.response
  const made = new Date(madeOfTouch(ctx, touch))
  await tx
    .insertInto('touch_signature')
    .values({
      client_id,
      id,
      act,
      user_id: caller.userId,
      passkey_id: passkey.id,
      made,
      received: now,
      counter,
      signed_text: signedText,
      challenge,
      authenticator_data: Buffer.from(authenticatorData, 'base64url'),
      client_data: Buffer.from(clientDataJSON, 'base64url'),
      signature: Buffer.from(signature, 'base64url'),
    })
    .execute()
  await tx
    .insertInto('touch_signed_report')
    .values(texts.map(({ report_id, hash }) => ({ client_id, touch_id: id, report_id, signed_hash: hash })))
    .execute()
  await noteSigningUse(ctx, passkey, { at: made.getTime(), counter })
}
