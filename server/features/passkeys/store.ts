import { sql } from 'kysely'
import type { PasskeyItem } from '#contract/calls/passkeys.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { UserKey } from '../auth/store.ts'
import type { CheckedAnswer, StoredCredential } from './verify.ts'

/** Whose passkeys are meant. */
export interface PasskeyOwner {
  clientId: string
  userId: string
}

/** A passkey with what its answers are checked by. */
export interface StoredPasskey extends StoredCredential {
  id: string
}

const FIELDS = [
  'id',
  'credential_id',
  'name',
  'rp_id',
  'transports',
  'made',
  'last_used',
  'has_prf',
  'is_backed_up',
] as const

interface PasskeyRow {
  id: string
  credential_id: Buffer
  name: string
  rp_id: string
  transports: string[]
  made: Date
  last_used: Date | null
  has_prf: boolean
  is_backed_up: boolean
}

const toItem = (row: PasskeyRow): PasskeyItem => ({
  ...row,
  credential_id: row.credential_id.toString('base64url'),
  made: row.made.toISOString(),
  last_used: row.last_used?.toISOString() ?? null,
})

/** The passkeys of a person that are in use, the newest first. */
export async function listPasskeys(tx: Tx, { clientId, userId }: PasskeyOwner): Promise<PasskeyItem[]> {
  const rows = await tx
    .selectFrom('passkey')
    .select(FIELDS)
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('removed', 'is', null)
    .orderBy('made', 'desc')
    .execute()
  return rows.map(toItem)
}

/** What is kept of a person's passkeys in use under one domain name, to ask them and check what they answer. */
export async function findCredentials(
  tx: Tx,
  { clientId, userId }: PasskeyOwner,
  rpId: string,
): Promise<StoredPasskey[]> {
  const rows = await tx
    .selectFrom('passkey')
    .select(['id', 'credential_id', 'public_key', 'counter', 'transports', 'rp_id'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('rp_id', '=', rpId)
    .where('removed', 'is', null)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: row.transports,
    rpId: row.rp_id,
  }))
}

/** Whose a credential is, while they may sign in; asked before a client is known. */
export async function findOwner(entry: Tx, credentialId: Buffer): Promise<UserKey | undefined> {
  const { rows } = await sql<UserKey>`select * from entry.find_passkey_owner(${credentialId})`.execute(entry)
  return rows[0]
}

/** A passkey to be kept. */
export interface NewPasskey {
  id: string
  credentialId: Uint8Array
  publicKey: Uint8Array
  rpId: string
  counter: number
  transports: readonly string[]
  name: string
  hasPrf: boolean
  isBackupEligible: boolean
  isBackedUp: boolean
}

/** Keeps a new passkey; undefined where its credential is somebody's already, removed ones included. */
export async function putPasskey(
  tx: Tx,
  { clientId, userId }: PasskeyOwner,
  passkey: NewPasskey,
  now: Date,
): Promise<PasskeyItem | undefined> {
  const credential = Buffer.from(passkey.credentialId)
  const { rows } = await sql<{ is_claimed: boolean }>`
    select entry.claim_passkey(${credential}, ${clientId}, ${userId}) as is_claimed`.execute(tx)
  if (rows[0]?.is_claimed !== true) return undefined
  const row = await tx
    .insertInto('passkey')
    .values({
      client_id: clientId,
      id: passkey.id,
      user_id: userId,
      credential_id: credential,
      public_key: Buffer.from(passkey.publicKey),
      rp_id: passkey.rpId,
      counter: passkey.counter,
      transports: [...passkey.transports],
      name: passkey.name,
      made: now,
      has_prf: passkey.hasPrf,
      is_backup_eligible: passkey.isBackupEligible,
      is_backed_up: passkey.isBackedUp,
    })
    .returning(FIELDS)
    .executeTakeFirstOrThrow()
  return toItem(row)
}

/**
 * Notes a passkey's answer. False where the passkey was removed meanwhile or another answer with this counter or a later one
 * came first; authenticators that do not count stay at 0.
 */
export async function notePasskeyUse(
  tx: Tx,
  { clientId, userId }: PasskeyOwner,
  id: string,
  { counter, isBackedUp }: CheckedAnswer,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkey')
    .set({ counter, is_backed_up: isBackedUp, last_used: now })
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('removed', 'is', null)
    .where((eb) =>
      eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.lit(counter === 0)])]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Renames a passkey in use; undefined where the person has none of this id. */
export async function namePasskey(
  tx: Tx,
  { clientId, userId }: PasskeyOwner,
  id: string,
  name: string,
): Promise<PasskeyItem | undefined> {
  const row = await tx
    .updateTable('passkey')
    .set({ name })
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('removed', 'is', null)
    .returning(FIELDS)
    .executeTakeFirst()
  return row && toItem(row)
}

/** Takes a passkey out of use, `by` whom where it was a user; false where the person has none of this id. Its row stays. */
export async function endPasskey(
  tx: Tx,
  { clientId, userId }: PasskeyOwner,
  id: string,
  by: string | undefined,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkey')
    .set({ removed: now, removed_by: by ?? null })
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('removed', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
