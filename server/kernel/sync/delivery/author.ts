import type pg from 'pg'
import {
  type Delegation,
  delegationText,
  firstSignedText,
  type HeldReason,
  type SealedCommand,
  signedText,
} from '#contract/calls/delivery.ts'
import { fromBase64 } from '#contract/kernel/base64.ts'
import { hashOfSealed } from '#contract/kernel/sealed-envelope.ts'
import { type CallerRow, toCaller } from '#server/kernel/auth/session-store.ts'
import type { Caller } from '#server/kernel/context.ts'

/** A device's key, in use or retired. */
interface SigningKey {
  signing: CryptoKey
  /** Absent while the key is in use. */
  retired?: { reason: Exclude<HeldReason, 'too_old'>; at: Date }
}

/** The author of sealed commands on a device, as the database knows them now. */
export interface Author {
  caller: Omit<Caller, 'timeZone'>
  allowedIps: readonly string[]
  isActive: boolean
  isDeviceRevoked: boolean
  /** Number of days that a vault of this client opens offline. */
  vaultDays: number
  /** Keys that the device signs or signed with, the current one first; empty if it never registered one. */
  keys: readonly SigningKey[]
}

interface AuthorRow extends CallerRow {
  is_active: boolean
  vault_days: number
  revoked: Date | null
  keys: { key: string; reason: Exclude<HeldReason, 'too_old'> | null; retired: string | null }[]
}

const SIGNING = { name: 'ECDSA', namedCurve: 'P-256' } as const
const DIGEST = { name: 'ECDSA', hash: 'SHA-256' } as const
/** The author of a sealed command acts without a session; this id matches none. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000'

/** Returns the author of commands with this client, user and device; undefined if the three do not belong together. */
export async function findAuthor(
  pool: pg.Pool,
  { client_id, user_id }: Pick<SealedCommand, 'client_id' | 'user_id'>,
  deviceId: string,
): Promise<Author | undefined> {
  const { rows } = await pool.query<AuthorRow>('select * from entry.find_author($1, $2, $3)', [
    client_id,
    deviceId,
    user_id,
  ])
  const row = rows[0]
  if (!row) return undefined
  return {
    caller: toCaller(row, NO_SESSION),
    allowedIps: row.allowed_ips,
    isActive: row.is_active,
    isDeviceRevoked: row.revoked !== null,
    vaultDays: row.vault_days,
    keys: await Promise.all(row.keys.map(asSigningKey)),
  }
}

async function asSigningKey({ key, reason, retired }: AuthorRow['keys'][number]): Promise<SigningKey> {
  const signing = await importSigningKey(Buffer.from(key, 'hex'))
  return reason && retired ? { signing, retired: { reason, at: new Date(retired) } } : { signing }
}

/** Imports the public key (raw, 65 bytes) that a device signs with; throws if the bytes are not one. */
export function importSigningKey(raw: Uint8Array): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', Uint8Array.from(raw), SIGNING, false, ['verify'])
}

/** Returns the device's key that signed exactly this, directly or through a key it lent; undefined if none did. */
export async function findSigner(
  author: Author,
  deviceId: string,
  item: SealedCommand,
): Promise<SigningKey | undefined> {
  const { delegation, signature } = item
  if (!delegation) return findKey(keysFor(author, item), await textOf(deviceId, item), signature)
  const { clientId, userId } = author.caller
  const lender = { deviceId, clientId, userId }
  const key = await findKey(author.keys, delegationText(lender, delegation), delegation.signature)
  return key && (await isSignedByLent(delegation, await textOf(deviceId, item), signature)) ? key : undefined
}

// Only the keys of earlier builds ever signed the first text format.
const keysFor = ({ keys }: Author, { seq }: SealedCommand) =>
  seq === undefined ? keys.filter(({ retired }) => retired?.reason === 'earlier_build') : keys

async function textOf(deviceId: string, item: SealedCommand): Promise<string | undefined> {
  if (item.seq === undefined) return item.delegation ? undefined : firstSignedText(deviceId, item)
  const sealed = bytesOf(item.sealed)
  return sealed && signedText(deviceId, item, await hashOfSealed(sealed))
}

async function isSignedByLent(
  { key }: Delegation,
  text: string | undefined,
  signature: string,
): Promise<boolean> {
  const raw = bytesOf(key)
  const signing = raw && (await importSigningKey(raw).catch(() => undefined))
  return signing !== undefined && (await findKey([{ signing }], text, signature)) !== undefined
}

async function findKey(
  keys: readonly SigningKey[],
  text: string | undefined,
  signature: string,
): Promise<SigningKey | undefined> {
  const bytes = bytesOf(signature)
  if (text === undefined || !bytes) return undefined
  const signed = new TextEncoder().encode(text)
  for (const key of keys) if (await crypto.subtle.verify(DIGEST, key.signing, bytes, signed)) return key
  return undefined
}

/** Text of valid base64 characters can still have an invalid length. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return fromBase64(base64)
  } catch {
    return undefined
  }
}
