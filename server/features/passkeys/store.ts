import { sql } from 'kysely'
import type { PasskeyItem } from '#contract/calls/passkeys.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { AccountOwner } from '../auth/public/sign-in-deps.ts'
import type { UserKey } from '../auth/public/store.ts'
import type { CheckedAnswer, StoredCredential } from './public/verify.ts'

/** A passkey with the data to verify its responses. */
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

/** Selects a person's active passkeys, newest first. */
export async function listPasskeys(tx: Tx, { clientId, userId }: AccountOwner): Promise<PasskeyItem[]> {
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

/** Selects a person's active passkeys for one domain name, to request and verify their responses. */
export async function findCredentials(
  tx: Tx,
  { clientId, userId }: AccountOwner,
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

/** Returns the owner of a credential if that person may sign in; called before the client is known. */
export async function findOwner(entry: Tx, credentialId: Buffer): Promise<UserKey | undefined> {
  const { rows } = await sql<UserKey>`select * from entry.find_passkey_owner(${credentialId})`.execute(entry)
  return rows[0]
}

/** A passkey to be stored. */
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

/** Stores a new passkey; returns undefined if its credential already belongs to somebody, including removed ones. */
export async function putPasskey(
  tx: Tx,
  { clientId, userId }: AccountOwner,
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
 * Records the use of a passkey. Returns false if it was removed since, or if another response with this counter or a
 * later one came first; authenticators without a counter stay at 0.
 */
export async function notePasskeyUse(
  tx: Tx,
  { clientId, userId }: AccountOwner,
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

/** Renames an active passkey; returns undefined if the person has none with this id. */
export async function namePasskey(
  tx: Tx,
  { clientId, userId }: AccountOwner,
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

/**
 * Revokes a passkey, with the acting user as `by` if there is one; returns false if the person has none with this id.
 * Keeps its row.
 */
export async function endPasskey(
  tx: Tx,
  { clientId, userId }: AccountOwner,
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
